import { type GuildTemplateObject, wireTime } from '@guildhall/protocol'
import type { User } from '../../../kernel/model.ts'
import { presentUser } from '../../accounts/users/present.ts'
import type { StoredGuildTemplate } from './model.ts'

/** Returns the guild template object; `is_dirty` is null, not false, when nothing has changed. */
export function presentTemplate(
  template: StoredGuildTemplate,
  { creator, dirty }: { creator: User | undefined; dirty: boolean },
): GuildTemplateObject {
  return {
    code: template.code,
    name: template.name,
    description: template.description,
    usage_count: template.usage_count,
    creator_id: template.creator_id.toString(),
    creator: creator ? presentUser(creator) : null,
    created_at: wireTime(template.created_at),
    updated_at: wireTime(template.updated_at),
    source_guild_id: template.guild_id.toString(),
    serialized_source_guild: template.snapshot,
    is_dirty: dirty ? true : null,
  }
}
