import { ApiError, Faults, type ProfileWidgetObject, type Snowflake } from '@guildhall/protocol'
import type { Application } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { listApplications } from '../../../accounts/applications/index.ts'
import { listIdentities, profileDataOf } from '../../../accounts/external-identities/index.ts'
import type { PlayerStatistics } from '../field-present.ts'
import type { WidgetConfig } from '../model.ts'
import { presentProfileWidget } from '../present.ts'
import * as store from '../store.ts'
import { saveProfileWidgets } from './save.ts'

/** A widget that can be rendered for a user. */
interface Renderable {
  readonly application: Application
  readonly config: WidgetConfig
  readonly player: PlayerStatistics
}

/**
 * Returns what renders the widgets of applications for a user: the configuration that was published last, and the
 * profile that the game wrote. An application without one of them is absent.
 */
async function renderables(
  work: Work,
  userId: Snowflake,
  applicationIds: readonly Snowflake[],
): Promise<Map<Snowflake, Renderable>> {
  const found = new Map<Snowflake, Renderable>()
  const configs = await store.listPublishedConfigs(work, applicationIds)
  const applications = await listApplications(work, applicationIds)
  for (const [id, application] of applications) {
    const config = configs.find(({ application_id }) => application_id === id)
    const player = config && (await statisticsOf(work, userId, id))
    if (config && player) found.set(id, { application, config, player })
  }
  return found
}

async function statisticsOf(
  work: Work,
  userId: Snowflake,
  applicationId: Snowflake,
): Promise<PlayerStatistics | undefined> {
  const identities = await listIdentities(work, userId, applicationId)
  const identity = identities.find(({ profile_data }) => profile_data !== null)
  const data = identity && profileDataOf(identity)
  return identity && { username: identity.username, primary: data?.primary ?? {}, dynamic: data?.dynamic ?? [] }
}

/** Returns the widgets of a profile with the statistics of its user. Those without a profile are left out. */
export async function widgetsOf(work: Work, userId: Snowflake): Promise<ProfileWidgetObject[]> {
  const widgets = await store.listProfileWidgets(work, userId)
  const found = await renderables(
    work,
    userId,
    widgets.map(({ application_id }) => application_id),
  )
  return widgets.flatMap((widget) => {
    const parts = found.get(widget.application_id)
    return parts ? [presentProfileWidget(widget, parts)] : []
  })
}

/**
 * Replaces the widgets of a profile, in the given order. A widget that stays keeps its id.
 *
 * @throws INVALID_FORM_BODY (50035) for a repeated application, and for one without a published widget or without a
 *   profile of the user
 */
export async function replaceWidgets(
  work: Work,
  userId: Snowflake,
  applicationIds: readonly Snowflake[],
): Promise<ProfileWidgetObject[]> {
  const found = await renderables(work, userId, applicationIds)
  const faults = new Faults()
  for (const [index, id] of applicationIds.entries()) {
    const path = ['widgets', index, 'data', 'application_id']
    if (applicationIds.indexOf(id) < index)
      faults.add(path, 'SET_TYPE_ALREADY_CONTAINS_VALUE', 'The set already contains this value.')
    else if (!found.has(id)) faults.add(path, 'WIDGET_UNAVAILABLE', 'The application has no widget for this user.')
  }
  if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
  const before = await store.listProfileWidgets(work, userId)
  const widgets = applicationIds.map((application_id, position) => {
    const known = before.find((one) => one.application_id === application_id)
    if (known?.position === position) return known
    return { id: known?.id ?? work.nextId(), user_id: userId, application_id, position, updated_at: work.now }
  })
  await saveProfileWidgets(work, userId, widgets)
  return widgetsOf(work, userId)
}
