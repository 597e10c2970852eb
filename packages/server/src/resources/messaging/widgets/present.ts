import {
  type ProfileWidgetObject,
  WIDGET_SURFACES,
  type WidgetConfigObject,
  wireTime,
  wireTimeOrNull,
} from '@guildhall/protocol'
import type { Application } from '../../../kernel/model.ts'
import { type PlayerStatistics, renderField } from './field-present.ts'
import type { ProfileWidget, WidgetConfig } from './model.ts'

/** Returns a configuration for the owner of its application. */
export function presentConfig(config: WidgetConfig): WidgetConfigObject {
  const id = config.id.toString()
  return {
    id,
    config_id: id,
    application_id: config.application_id.toString(),
    display_name: config.display_name,
    status: config.published_at === null ? 'draft' : 'published',
    surfaces: config.surfaces,
    published_at: wireTimeOrNull(config.published_at),
    updated_at: wireTime(config.updated_at),
  }
}

/** Returns a widget of a profile with the statistics of its user. */
export function presentProfileWidget(
  widget: ProfileWidget,
  { application, config, player }: { application: Application; config: WidgetConfig; player: PlayerStatistics },
): ProfileWidgetObject {
  const applicationId = application.id.toString()
  const surfaces: ProfileWidgetObject['surfaces'] = {}
  for (const name of WIDGET_SURFACES) {
    const surface = config.surfaces[name]
    if (!surface) continue
    const components: ProfileWidgetObject['surfaces'][string]['components'] = {}
    for (const [key, { fields }] of Object.entries(surface.components)) {
      const rendered = Object.entries(fields).map(([field, value]) => [field, renderField(value, player)] as const)
      components[key] = { fields: Object.fromEntries(rendered) }
    }
    surfaces[name] = { layout: surface.layout, components }
  }
  return {
    id: widget.id.toString(),
    updated_at: wireTime(widget.updated_at),
    data: { type: 'application', application_id: applicationId },
    application: { id: applicationId, name: application.name, icon: application.icon },
    config_id: config.id.toString(),
    display_name: config.display_name,
    surfaces,
  }
}
