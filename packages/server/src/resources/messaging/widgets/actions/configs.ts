import { ApiError, demand, Faults, type Snowflake } from '@guildhall/protocol'
import { applicationForCaller } from '../../../../access/application.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import type { Application } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { mayKeepProfiles } from '../../../accounts/external-identities/index.ts'
import type { WidgetConfig } from '../model.ts'
import type { Surfaces } from '../requests.ts'
import { demandPublishable, storedSurfaces } from '../rules.ts'
import * as store from '../store.ts'
import { saveConfig } from './save.ts'

/** Configurations of one application. The limit is not documented. */
const CONFIGS_MAX = 25

/**
 * Returns the game of its owner. [STA-1]
 *
 * @throws ApiError UNKNOWN_APPLICATION; APPLICATION_ACTION_NOT_AUTHORIZED (20012) for another user's application and
 *   for one that is no claimed game
 */
export async function claimedGame(work: Work, caller: Caller, id: Snowflake): Promise<Application> {
  const application = await applicationForCaller(work, caller, id)
  demand(mayKeepProfiles(application))
  return application
}

/** Returns a configuration of the caller's game. @throws ApiError NOT_FOUND; see `claimedGame` */
export async function configForCaller(
  work: Work,
  caller: Caller,
  path: { application_id: Snowflake; config_id: Snowflake },
): Promise<WidgetConfig> {
  const { id } = await claimedGame(work, caller, path.application_id)
  const config = await store.findConfig(work, id, path.config_id)
  if (!config) throw new ApiError('NOT_FOUND')
  return config
}

/** Creates a draft. @throws INVALID_FORM_BODY (50035) with all faults, or over the limit */
export async function createConfig(
  work: Work,
  applicationId: Snowflake,
  given: { display_name: string; surfaces?: Surfaces },
): Promise<WidgetConfig> {
  const faults = new Faults()
  if ((await store.listConfigs(work, applicationId)).length >= CONFIGS_MAX)
    faults.add(['display_name'], 'BASE_TYPE_MAX_LENGTH', `An application has ${CONFIGS_MAX} configurations or fewer.`)
  const surfaces = storedSurfaces(given.surfaces ?? {}, faults)
  if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
  const config: WidgetConfig = {
    id: work.nextId(),
    application_id: applicationId,
    published_at: null,
    updated_at: work.now,
    display_name: given.display_name,
    surfaces,
  }
  await saveConfig(work, config)
  return config
}

/** Changes a configuration. A published one stays complete. @throws INVALID_FORM_BODY (50035) */
export async function editConfig(
  work: Work,
  before: WidgetConfig,
  changes: { display_name?: string; surfaces?: Surfaces },
): Promise<WidgetConfig> {
  const faults = new Faults()
  const surfaces = changes.surfaces ? storedSurfaces(changes.surfaces, faults) : before.surfaces
  if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
  if (before.published_at !== null) demandPublishable(surfaces)
  const display_name = changes.display_name ?? before.display_name
  const after = { ...before, display_name, surfaces, updated_at: work.now }
  await saveConfig(work, after)
  return after
}

/** Publishes a configuration, or makes it a draft again. @throws INVALID_FORM_BODY (50035) for an incomplete one */
export async function setPublished(work: Work, before: WidgetConfig, published: boolean): Promise<WidgetConfig> {
  if (published) demandPublishable(before.surfaces)
  if (published === (before.published_at !== null)) return before
  const after = { ...before, published_at: published ? work.now : null, updated_at: work.now }
  await saveConfig(work, after)
  return after
}
