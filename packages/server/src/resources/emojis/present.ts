import type { Emoji, User } from '../../kernel/model.ts'
import { presentUser } from '../users/index.ts'

/** `creator` is shown only to those who may manage expressions. */
export function presentEmoji(emoji: Emoji, creator?: User): Record<string, unknown> {
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
