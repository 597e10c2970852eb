import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  Outlet,
  type RouteComponent,
  redirect,
  useMatches,
} from '@tanstack/react-router'
import { requestJump } from './domain/messages/jump.ts'
import { lastPlace } from './domain/places/places.ts'
import { ActivityHost, ActivityPage } from './features/activities/index.ts'
import { Administration } from './features/administration/index.ts'
import { ChannelSettings } from './features/channel-settings/index.ts'
import { Portal } from './features/developers/index.ts'
import { EventsPage } from './features/events/index.ts'
import { MentionsPage } from './features/found-messages/index.ts'
import { TemplatePage } from './features/guild-community/index.ts'
import { InspectorPage, type InspectorSearch, keyOfFragment, searchOf, storeKey } from './features/inspector/index.ts'
import { InvitePage } from './features/invites/index.ts'
import { Activate, Authorized, Consent } from './features/oauth2/index.ts'
import { WelcomePage } from './features/onboarding/index.ts'
import { FactorHost, Settings } from './features/settings/index.ts'
import { SideBySide } from './features/side-by-side/index.ts'
import { ForgotPassword, Register, ResetPassword, SignedIn, VerifyAddress, WayIn } from './features/sign-in/index.ts'
import { useLanguage } from './lib/language/use-language.ts'
import { parseSearch, stringifySearch } from './lib/search-params.ts'
import { Failure } from './shell/failure.tsx'
import { GuildStart } from './shell/guild-start.tsx'
import { Conversation } from './shell/later-conversation.ts'
import { NotFound } from './shell/not-found.tsx'
import { Shell } from './shell/shell.tsx'

/** Every page asks for a sign-in at its own address and goes on there, unless it has another key. */
const rootRoute = createRootRoute({
  component: function Root() {
    const hasOtherKey = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.hasOtherKey) })
    // Pages begin anew in another language; an activity goes on.
    const language = useLanguage()
    if (hasOtherKey) return <Outlet key={language} />
    return (
      <SignedIn>
        <Outlet key={language} />
        <ActivityHost />
        <FactorHost />
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
  component: EventsPage,
})

const mentionsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/channels/@me/mentions',
  component: MentionsPage,
})

const welcomeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/channels/$guildId/welcome',
  component: WelcomePage,
})

/** Link that starts an activity in a channel of the person's choice. */
const activityRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/activities/$applicationId',
  component: ActivityPage,
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
  component: Portal,
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
  component: InspectorPage,
})

const consentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/oauth2/authorize',
  component: Consent,
})

const authorizedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/oauth2/authorized',
  component: Authorized,
})

const activateRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/activate',
  component: Activate,
})

const inviteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invite/$code',
  component: InvitePage,
})

const templateRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/template/$code',
  component: TemplatePage,
})

/** Makes the route of a page for people who are not signed in. */
const wayIn = <const P extends string>(path: P, component: RouteComponent) =>
  createRoute({ getParentRoute: () => rootRoute, path, component, staticData: { hasOtherKey: true } })

const oneTimeLinkRoute = wayIn('/sign-in', WayIn)
const registerRoute = wayIn('/register', Register)
const invitedRoute = wayIn('/register/$invite', Register)
const forgotRoute = wayIn('/forgot', ForgotPassword)
const resetRoute = wayIn('/reset', ResetPassword)
const verifyRoute = wayIn('/verify', VerifyAddress)

const sideBySideRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/side-by-side',
  component: SideBySide,
})

const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/$',
  component: Settings,
})

/** Pages of operators, loaded apart from the client. */
const administrationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/$',
  component: Administration,
})

const guildSettingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/guilds/$guildId/settings/$',
  component: lazyRouteComponent(() => import('./shell/guild-settings-page.tsx'), 'GuildSettingsPage'),
})

const channelSettingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/guilds/$guildId/channels/$channelId/$',
  component: ChannelSettings,
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
    administrationRoute,
    guildSettingsRoute,
    channelSettingsRoute,
    sideBySideRoute,
    oneTimeLinkRoute,
    registerRoute,
    invitedRoute,
    forgotRoute,
    resetRoute,
    verifyRoute,
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
