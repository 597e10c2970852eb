import type { Application } from '../../../kernel/model.ts'
import { operation } from '../../../kernel/operation.ts'
import { Json, SnowflakeId, Type } from '../../../kernel/schema.ts'
import type { Work } from '../../../kernel/work.ts'
import { findApplication } from '../../applications/index.ts'
import { type VisibleChannel, visibleChannel } from '../../channels/index.ts'
import type { Command } from '../command.ts'
import { installsIn } from '../installs.ts'
import { presentCommand, presentUsedApplication } from '../present.ts'
import * as store from '../store.ts'
import { invokerIn, isUsable } from '../usable.ts'

/** Applications whose commands are offered in one place. */
const APPLICATIONS_MAX = 100

/** What a person can use in a channel: the commands, and the applications they belong to. */
export const listUsableApplicationCommands = operation({
  id: 'list_usable_application_commands',
  method: 'GET',
  path: '/channels/:channel_id/application-command-index',
  callers: ['person'],
  unlisted: true,
  params: Type.Object({ channel_id: SnowflakeId }),
  answers: { 200: Type.Object({ applications: Type.Array(Json), application_commands: Type.Array(Json) }) },

  async run({ caller, params, work }) {
    const place = await visibleChannel(work, caller, params.channel_id)
    const botIds = place.view ? [] : place.channel.recipient_ids
    const where = { guildId: place.view?.id ?? null, userId: caller.userId, botIds }
    const applications: unknown[] = []
    const commands: unknown[] = []
    for (const id of await store.listCandidates(work, where, APPLICATIONS_MAX)) {
      const application = await findApplication(work, id)
      const usable = application ? await usableOf(work, place, application, caller.userId) : []
      if (!application || usable.length === 0) continue
      applications.push(presentUsedApplication(application))
      commands.push(...usable.map((command) => presentCommand(command)))
    }
    return { applications, application_commands: commands }
  },
})

async function usableOf(
  work: Work,
  place: VisibleChannel,
  application: Application,
  userId: bigint,
): Promise<Command[]> {
  const guildId = place.view?.id
  const invoker = invokerIn(place, userId, application, await installsIn(work, place, application, userId))
  const rules = guildId === undefined ? [] : await store.listPermissions(work, application.id, guildId)
  const own = guildId === undefined ? [] : await store.list(work, application.id, guildId)
  const commands = [...(await store.list(work, application.id, store.GLOBAL)), ...own]
  return commands.filter((command) => isUsable(command, invoker, rules))
}
