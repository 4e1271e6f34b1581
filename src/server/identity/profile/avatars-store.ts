import { nullable, text, textList, uuid } from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

export const lockAvatar = statement({ takes: { userId: uuid }, gives: { avatarKey: nullable(text) } })`
  select avatar_key as "avatarKey" from profiles where user_id = ${'userId'} for no key update`;

export const writeAvatar = statement({ takes: { userId: uuid, avatarKey: nullable(text) }, gives: {} })`
  update profiles set avatar_key = ${'avatarKey'} where user_id = ${'userId'}`;

export const readKnownAvatars = statement({ takes: { keys: textList }, gives: { avatarKey: text } })`
  select avatar_key as "avatarKey" from profiles where avatar_key = any(${'keys'})`;
