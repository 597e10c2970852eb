import { ApiError, FOLLOWUPS_MAX } from '@guildhall/protocol'
import type { Answering } from './answer.ts'
import * as store from './store.ts'

/** Outside of guilds that have it an application may follow up five times; elsewhere as often as it likes. */
export async function countFollowup({ work, interaction }: Answering): Promise<void> {
  if (interaction.answered_at === null) throw new ApiError('UNKNOWN_WEBHOOK')
  const limited = interaction.guild_id !== null && interaction.owners['0'] === undefined
  if (limited && interaction.followups >= FOLLOWUPS_MAX) throw new ApiError('TOO_MANY_FOLLOWUPS')
  await store.update(work, { ...interaction, followups: interaction.followups + 1 })
}
