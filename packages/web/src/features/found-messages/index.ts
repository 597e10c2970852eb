import { lazyRouteComponent } from '@tanstack/react-router'
import { lazy } from '../../ui/lazy.tsx'

export const MentionsPage = lazyRouteComponent(() => import('./mentions-page.tsx'), 'MentionsPage')
export const PinnedMessages = lazy(async () => ({ default: (await import('./pinned-messages.tsx')).PinnedMessages }))
export const SearchResults = lazy(async () => ({ default: (await import('./search-results.tsx')).SearchResults }))
