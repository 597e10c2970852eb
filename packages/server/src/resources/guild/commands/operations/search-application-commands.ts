import { ApplicationCommandObject, UsedApplicationObject } from '@guildhall/protocol'
import { channelForCaller } from '../../../../access/channel.ts'
import { operation } from '../../../../kernel/operation.ts'
import { Distinct, Int, Nullable, Optional, SnowflakeId, Text, Type } from '../../../../validation/schema.ts'
import { presentUsedApplication } from '../../../accounts/applications/index.ts'

import { offersInChannel, presentOffered } from '../actions/offers.ts'
import { searchCommands } from '../search-rules.ts'

const PAGE_MAX = 100

/** Search Application Commands: commands that a user can use in a channel, by part of the name or by id. */
export const searchApplicationCommands = operation({
  id: 'search_application_commands',
  method: 'GET',
  path: '/channels/:channel_id/application-commands/search',
  callers: ['person'],
  unlisted: true,
  params: Type.Object({ channel_id: SnowflakeId }),
  query: Type.Object({
    type: Int(1, 4),
    query: Optional(Text(0, 100)),
    limit: Optional(Int(1, PAGE_MAX)),
    cursor: Optional(Int(0, 100_000)),
    include_applications: Optional(Type.Boolean()),
    application_id: Optional(SnowflakeId),
    command_ids: Optional(Distinct(SnowflakeId, 0, PAGE_MAX)),
  }),
  responses: {
    200: Type.Object({
      application_commands: Type.Array(ApplicationCommandObject),
      applications: Optional(Type.Array(UsedApplicationObject)),
      cursor: Type.Object({ previous: Nullable(Type.String()), next: Nullable(Type.String()) }),
    }),
  },

  async run({ caller, params, query, locale, work }) {
    const { type, limit = 25, cursor = 0, application_id, command_ids } = query
    const place = await channelForCaller(work, caller, params.channel_id)
    const offers = (await offersInChannel(work, place, caller.userId)).filter(
      ({ application }) => application_id === undefined || application.id === application_id,
    )
    const all = offers
      .flatMap(({ commands }) => commands)
      .filter(({ id }) => command_ids === undefined || command_ids.includes(id))
    const found = searchCommands(all, { type, query: query.query ?? '', locale: locale() })
    const page = found.slice(cursor, cursor + limit)
    const owners = new Set(page.map((command) => command.application_id))
    const applications = offers.map(({ application }) => application).filter(({ id }) => owners.has(id))
    return {
      application_commands: presentOffered(page, locale()),
      ...(query.include_applications ? { applications: applications.map(presentUsedApplication) } : {}),
      cursor: {
        previous: cursor > 0 ? String(Math.max(0, cursor - limit)) : null,
        next: cursor + limit < found.length ? String(cursor + limit) : null,
      },
    }
  },
})
