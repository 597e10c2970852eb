import { lazyRouteComponent } from '@tanstack/react-router'

export { keyOfFragment, storeKey } from './control-key.ts'
export { type InspectorSearch, searchOf } from './filters.ts'

export const InspectorPage = lazyRouteComponent(() => import('./inspector-page.tsx'), 'InspectorPage')
