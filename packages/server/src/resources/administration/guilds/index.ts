export { rememberedCounts } from './actions/remembered-counts.ts'
