import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  Outlet,
  redirect,
  useMatches,
} from '@tanstack/react-router'
import { ActivityHost } from './features/activities/activity-slot.tsx'
import { keyOfFragment, storeKey } from './features/inspector/control-key.ts'
import { type InspectorSearch, searchOf } from './features/inspector/filters.ts'
import { requestJump } from './features/messages/jump.ts'
import { Conversation } from './features/shell/conversation.tsx'
import { Failure } from './features/shell/failure.tsx'
import { GuildStart } from './features/shell/guild-start.tsx'
import { NotFound } from './features/shell/not-found.tsx'
import { lastPlace } from './features/shell/places.ts'
import { Shell } from './features/shell/shell.tsx'
import { SignedIn } from './features/sign-in/signed-in.tsx'
import { parseSearch, stringifySearch } from './lib/search-params.ts'

/** Every page asks for a sign-in at its own address and goes on there, unless it has another key. */
const rootRoute = createRootRoute({
  component: function Root() {
    const hasOtherKey = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.hasOtherKey) })
    if (hasOtherKey) return <Outlet />
    return (
      <SignedIn>
        <Outlet />
        <ActivityHost />
      </SignedIn>
    )
  },
  notFoundComponent: NotFound,
})

const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  // Not before the page is loaded: the sign-in form stays at this address.
  component: () => <Navigate to="/channels/$guildId" params={{ guildId: lastPlace().guildId }} replace />,
})

const shellRoute = createRoute({ getParentRoute: () => rootRoute, id: 'shell', component: Shell })

const guildRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/channels/$guildId',
  component: GuildStart,
})

const channelRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/channels/$guildId/$channelId',
  component: Conversation,
})

const eventsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/channels/$guildId/events/$',
  component: lazyRouteComponent(() => import('./features/events/events-page.tsx'), 'EventsPage'),
})

const mentionsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/channels/@me/mentions',
  component: lazyRouteComponent(() => import('./features/mentions/mentions-page.tsx'), 'MentionsPage'),
})

const welcomeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/channels/$guildId/welcome',
  component: lazyRouteComponent(() => import('./features/onboarding/welcome-page.tsx'), 'WelcomePage'),
})

/** Link that starts an activity in a channel of the person's choice. */
const activityRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/activities/$applicationId',
  component: lazyRouteComponent(() => import('./features/activities/activity-page.tsx'), 'ActivityPage'),
})

/** Link to a message: its channel, scrolled to it. */
const messageRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/channels/$guildId/$channelId/$messageId',
  beforeLoad: ({ params: { guildId, channelId, messageId } }) => {
    requestJump(channelId, messageId)
    throw redirect({ to: '/channels/$guildId/$channelId', params: { guildId, channelId }, replace: true })
  },
})

const developersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/developers/$',
  component: lazyRouteComponent(() => import('./features/developers/portal.tsx'), 'Portal'),
})

/** The control key opens this page. A key in the fragment moves into the tab's storage before anything is shown. */
const inspectorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/developers/inspector',
  staticData: { hasOtherKey: true },
  validateSearch: (search): InspectorSearch => searchOf(search as Parameters<typeof searchOf>[0]),
  beforeLoad: ({ location, search }) => {
    const key = keyOfFragment(location.hash)
    if (key === null) return
    storeKey(key)
    throw redirect({ to: '/developers/inspector', search, hash: '', replace: true })
  },
  component: lazyRouteComponent(() => import('./features/inspector/inspector-page.tsx'), 'InspectorPage'),
})

const consentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/oauth2/authorize',
  component: lazyRouteComponent(() => import('./features/oauth2/consent.tsx'), 'Consent'),
})

const authorizedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/oauth2/authorized',
  component: lazyRouteComponent(() => import('./features/oauth2/authorized.tsx'), 'Authorized'),
})

const activateRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/activate',
  component: lazyRouteComponent(() => import('./features/oauth2/activate.tsx'), 'Activate'),
})

const inviteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invite/$code',
  component: lazyRouteComponent(() => import('./features/invites/invite-page.tsx'), 'InvitePage'),
})

const templateRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/template/$code',
  component: lazyRouteComponent(() => import('./features/guild-community/template-page.tsx'), 'TemplatePage'),
})

const sideBySideRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/side-by-side',
  component: lazyRouteComponent(() => import('./features/side-by-side/side-by-side.tsx'), 'SideBySide'),
})

const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/$',
  component: lazyRouteComponent(() => import('./features/settings/settings.tsx'), 'Settings'),
})

const guildSettingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/guilds/$guildId/settings/$',
  component: lazyRouteComponent(() => import('./features/guild-settings/guild-settings.tsx'), 'GuildSettings'),
})

const channelSettingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/guilds/$guildId/channels/$channelId/$',
  component: lazyRouteComponent(() => import('./features/channel-settings/channel-settings.tsx'), 'ChannelSettings'),
})

/** The pages of the app by address. Only the client itself is part of the first script. */
export const router = createRouter({
  defaultErrorComponent: Failure,
  // The address of direct messages is /channels/@me.
  pathParamsAllowedCharacters: ['@'],
  parseSearch,
  stringifySearch,
  routeTree: rootRoute.addChildren([
    startRoute,
    shellRoute.addChildren([guildRoute, channelRoute, eventsRoute, mentionsRoute, welcomeRoute]),
    messageRoute,
    activityRoute,
    inspectorRoute,
    developersRoute,
    consentRoute,
    authorizedRoute,
    activateRoute,
    inviteRoute,
    templateRoute,
    settingsRoute,
    guildSettingsRoute,
    channelSettingsRoute,
    sideBySideRoute,
  ]),
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    /** Whether the page is opened by another key than a person's sign-in. */
    hasOtherKey?: true
  }
}
