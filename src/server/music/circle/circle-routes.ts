import type { Dependencies } from '../../dependencies.ts';
import type { Handlers } from '../../foundation/handlers.ts';
import {
  markGuestMoment,
  openPrivateLink,
  removeGuestResponse,
  reportGuestListening,
  saveGuestResponse,
  unmarkGuestMoment,
} from './guest-acts.ts';
import { changePrivateLink, createPrivateLink, listPrivateLinks } from './private-links.ts';

export const circleRoutes = (deps: Dependencies): Handlers<'circle'> => ({
  listPrivateLinks: async ({ caller, params }) => ({
    links: await listPrivateLinks(deps, { artistId: caller.userId, trackId: params.trackId }),
  }),
  createPrivateLink: ({ caller, ...request }) => createPrivateLink(deps, caller.userId, request),
  changePrivateLink: ({ caller, params, body }) =>
    changePrivateLink(deps, { artistId: caller.userId, linkId: params.linkId }, body),
  openPrivateLink: async ({ params, body, refreshCookie }) => {
    const opened = await openPrivateLink(deps, {
      address: params.address,
      keptMark: refreshCookie.keptMark,
      refreshToken: refreshCookie.readForLink(),
      isAgain: body.isAgain,
    });
    refreshCookie.keepMark();
    return opened;
  },
  reportGuestListening: async ({ params, client, body }) => {
    await reportGuestListening(deps, { address: params.address, client }, body);
    return {};
  },
  markGuestMoment: async ({ params, client, body }) => ({
    moments: await markGuestMoment(deps, { address: params.address, client }, body),
  }),
  unmarkGuestMoment: async ({ params, client, body }) => ({
    moments: await unmarkGuestMoment(deps, { address: params.address, client }, body),
  }),
  saveGuestResponse: ({ params, client, body }) =>
    saveGuestResponse(deps, { address: params.address, client }, body),
  removeGuestResponse: async ({ params, client }) => {
    await removeGuestResponse(deps, { address: params.address, client });
    return {};
  },
});
