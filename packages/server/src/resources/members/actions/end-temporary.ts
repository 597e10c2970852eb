import type { Snowflake } from '@guildhall/protocol'
import type { User } from '../../../kernel/model.ts'
import type { Work } from '../../../kernel/work.ts'
import * as store from '../store.ts'
import { removeMember } from './save.ts'

/** Removes a user who went offline from the guilds where they are a temporary member without a role. */
export async function endTemporaryMemberships(work: Work, user: User, guildIds: Iterable<Snowflake>): Promise<void> {
  for (const guildId of guildIds) {
    const member = await store.findMember(work, guildId, user.id)
    if (member?.temporary && member.roles.length === 0) await removeMember(work, guildId, user)
  }
}
