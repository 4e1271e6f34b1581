import type { UserType } from './accounts.ts';

interface Checked {
  readonly userType: UserType | null;
  readonly isAdmin: boolean;
}

/** Whether someone may open and do what is for this user type. Admins match every one (specification 6). */
export const matchesUserType = ({ userType, isAdmin }: Checked, needed: UserType): boolean =>
  isAdmin || userType === needed;
