import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { Conversation } from './features/shell/conversation.tsx'
import { Failure } from './features/shell/failure.tsx'
import { GuildStart } from './features/shell/guild-start.tsx'
import { NotFound } from './features/shell/not-found.tsx'
import { lastPlace } from './features/shell/places.ts'
import { Shell } from './features/shell/shell.tsx'
import { SignedIn } from './features/sign-in/signed-in.tsx'

/** Every page asks for a sign-in at its own address and goes on there. */
const rootRoute = createRootRoute({
  component: () => (
    <SignedIn>
      <Outlet />
    </SignedIn>
  ),
  notFoundComponent: NotFound,
})

const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/channels/$guildId', params: { guildId: lastPlace().guildId }, replace: true })
  },
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

const developersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/developers/$',
  component: lazyRouteComponent(() => import('./features/developers/portal.tsx'), 'Portal'),
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

/** The pages of the app by address. Only the client itself is part of the first script. */
export const router = createRouter({
  defaultErrorComponent: Failure,
  // The address of direct messages is /channels/@me.
  pathParamsAllowedCharacters: ['@'],
  routeTree: rootRoute.addChildren([
    startRoute,
    shellRoute.addChildren([guildRoute, channelRoute]),
    developersRoute,
    consentRoute,
    authorizedRoute,
    activateRoute,
    inviteRoute,
    settingsRoute,
    sideBySideRoute,
  ]),
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
