import {
  ChartNoAxesColumn,
  Compass,
  CreditCard,
  Disc3,
  Headphones,
  House,
  type LucideIcon,
  MessageSquareText,
  Settings,
  Shield,
  Upload,
  UserRound,
  Wallet,
} from 'lucide-react';
import type { Profile } from '#contract/identity/accounts.ts';

const common = {
  label: 'Common',
  links: [
    { to: '/app', label: 'Home', icon: House },
    { to: '/app/discover', label: 'Discover', icon: Compass },
  ],
} as const;

const artistTools = {
  label: 'Artist tools',
  links: [
    { to: '/app/tracks', label: 'My Tracks', icon: Disc3 },
    { to: '/app/upload', label: 'Upload', icon: Upload },
    { to: '/app/analytics', label: 'Analytics', icon: ChartNoAxesColumn },
    { to: '/app/subscription', label: 'Subscription', icon: CreditCard },
  ],
} as const;

const listenerTools = {
  label: 'Listener tools',
  links: [
    { to: '/app/review', label: 'Review Queue', icon: Headphones },
    { to: '/app/my-reviews', label: 'My Reviews', icon: MessageSquareText },
    { to: '/app/wallet', label: 'Wallet', icon: Wallet },
  ],
} as const;

const admin = { label: 'Admin', links: [{ to: '/app/admin', label: 'Admin Panel', icon: Shield }] } as const;

const account = {
  label: 'Account',
  links: [
    { to: '/app/profile', label: 'Profile', icon: UserRound },
    { to: '/app/settings', label: 'Settings', icon: Settings },
  ],
} as const;

type Group = typeof common | typeof artistTools | typeof listenerTools | typeof admin | typeof account;
export type NavigationLink = Group['links'][number] & { readonly icon: LucideIcon };

/** The groups of the sidebar for this user (specification 2, Navigation shell). */
export function navigationFor({ userType, role }: Pick<Profile, 'userType' | 'role'>): readonly Group[] {
  const groups: Group[] = [common];
  if (userType === 'artist') groups.push(artistTools);
  if (userType === 'listener') groups.push(listenerTools);
  if (role === 'admin') groups.push(admin);
  return [...groups, account];
}
