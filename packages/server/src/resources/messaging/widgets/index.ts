export { deleteWidgetConfigs, purgeProfileWidgets } from './actions/save.ts'
