export type { ControlApi, ControlGiven, ControlOptions, ControlRoute } from './control-api.ts'
export { ControlClient, type ControlRequest, controlRequest } from './control-client.ts'
