import type { EmojiObject } from '@guildhall/protocol'
import type { StoredEmoji, User } from '../../../kernel/model.ts'
import { presentUser } from '../../accounts/users/present.ts'

/** Returns the emoji object; callers pass `creator` only for viewers who can manage expressions. */
export function presentEmoji(emoji: StoredEmoji, creator?: User): EmojiObject {
  return {
    id: emoji.id.toString(),
    name: emoji.name,
    roles: emoji.roles.map(String),
    require_colons: emoji.require_colons,
    managed: emoji.managed,
    animated: emoji.animated,
    available: emoji.available,
    ...(creator ? { user: presentUser(creator) } : {}),
  }
}
