import assert from 'node:assert/strict'
import type { ApplicationObject } from '@guildhall/protocol'
import type { Application } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findUser, presentUser } from '../../users/index.ts'
import { countInstalls } from '../install-store.ts'
import { presentApplication } from '../present.ts'
import { countGuildsOf } from '../reach-store.ts'

/** Returns the application with its owner, its bot and its install counts. */
export async function renderApplication(work: Work, application: Application): Promise<ApplicationObject> {
  const owner = await findUser(work, application.owner_id)
  assert(owner, `the owner of application ${application.id} exists`)
  const bot = application.bot_id === null ? undefined : await findUser(work, application.bot_id)
  const counts = {
    guilds: await countGuildsOf(work, application.id),
    users: await countInstalls(work, application.id),
  }
  return presentApplication(application, presentUser(owner), bot ? presentUser(bot) : null, counts)
}
