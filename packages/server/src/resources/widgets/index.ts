export { deleteWidgetConfigs, purgeProfileWidgets } from './actions/purge.ts'
