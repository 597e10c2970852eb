import { createWidgetConfig } from './create-widget-config.ts'
import { deleteWidgetConfig } from './delete-widget-config.ts'
import { listProfileWidgets } from './list-profile-widgets.ts'
import { listWidgetConfigs } from './list-widget-configs.ts'
import { publishWidgetConfig } from './publish-widget-config.ts'
import { replaceMyWidgets } from './replace-my-widgets.ts'
import { unpublishWidgetConfig } from './unpublish-widget-config.ts'
import { updateWidgetConfig } from './update-widget-config.ts'

export const widgetOperations = [
  createWidgetConfig,
  deleteWidgetConfig,
  listProfileWidgets,
  listWidgetConfigs,
  publishWidgetConfig,
  replaceMyWidgets,
  unpublishWidgetConfig,
  updateWidgetConfig,
]
