export { endPeriod } from './actions/save.ts'
