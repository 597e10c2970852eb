import { ApiError, ApplicationFlag, Faults, type Snowflake, type UrlMappingObject } from '@guildhall/protocol'
import type { Application } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { lockApplication, saveApplication } from '../../../accounts/applications/index.ts'
import { ensureEntryPoint } from '../../../guild/commands/index.ts'
import { changedActivityConfig } from '../config-rules.ts'
import { mappingFaults, orderedMappings } from '../mapping-rules.ts'
import type { ActivityConfigChanges } from '../requests.ts'
import { endActivities } from './participants.ts'

/**
 * Replaces the URL mappings of an application. With the first ones it becomes an activity with an entry point; without
 * any it is none.
 *
 * @throws ApiError UNKNOWN_APPLICATION; INVALID_FORM_BODY with all faults
 */
export async function replaceMappings(
  work: Work,
  id: Snowflake,
  mappings: readonly UrlMappingObject[],
): Promise<Application> {
  const faults = new Faults()
  for (const { path, message } of mappingFaults(mappings))
    faults.add(['url_map', ...path], 'URL_MAPPING_INVALID', message)
  if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
  const before = await lockedApplication(work, id)
  const { EMBEDDED } = ApplicationFlag
  const flags = mappings.length > 0 ? before.flags | EMBEDDED : before.flags & ~EMBEDDED
  const after = { ...before, flags, url_map: orderedMappings(mappings) }
  if (mappings.length > 0) await ensureEntryPoint(work, after)
  await saveApplication(work, after)
  if (mappings.length === 0) await endActivities(work, after)
  return after
}

/** Changes the settings of an activity. @throws ApiError UNKNOWN_APPLICATION */
export async function configureActivity(
  work: Work,
  id: Snowflake,
  changes: ActivityConfigChanges,
): Promise<Application> {
  const before = await lockedApplication(work, id)
  const config = changedActivityConfig(before.embedded_activity_config, changes)
  const after = { ...before, embedded_activity_config: config }
  await saveApplication(work, after)
  return after
}

async function lockedApplication(work: Work, id: Snowflake): Promise<Application> {
  const application = await lockApplication(work, id)
  if (!application) throw new ApiError('UNKNOWN_APPLICATION')
  return application
}
