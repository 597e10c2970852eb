import { EmbeddedActivityConfigObject, UsedApplicationObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Json, Optional, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { findApplication, presentUsedApplication } from '../../../accounts/applications/index.ts'
import { listEntryPointApplicationIds } from '../../../guild/commands/index.ts'
import { hasActivity } from '../actions/launch.ts'
import { activityConfigOf } from '../config-rules.ts'

const SHELF_MAX = 100

/**
 * List Embedded Activities: those that a person can launch everywhere, by `shelf_rank`. The guild changes nothing: no
 * activity is limited to guilds.
 */
export const listActivityShelf = operation({
  id: 'list_activity_shelf',
  method: 'GET',
  path: '/activities/shelf',
  callers: ['person'],
  unlisted: true,
  query: Type.Object({ guild_id: Optional(SnowflakeId) }),
  responses: {
    200: Type.Object({
      activities: Type.Array(EmbeddedActivityConfigObject),
      applications: Type.Array(UsedApplicationObject),
      assets: Json,
    }),
  },

  async run({ work }) {
    const found = []
    for (const id of await listEntryPointApplicationIds(work, SHELF_MAX)) {
      const application = await findApplication(work, id)
      if (application && hasActivity(application)) found.push({ application, config: activityConfigOf(application) })
    }
    found.sort((a, b) => a.config.shelf_rank - b.config.shelf_rank)
    return {
      activities: found.map(({ config }) => config),
      applications: found.map(({ application }) => presentUsedApplication(application)),
      assets: {},
    }
  },
})
