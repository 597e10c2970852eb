/** The direction of imports (docs/style.md). `scripts/style/imports.test.ts` plants a violation of each rule. */
const src = '^packages/server/src'
const web = '^packages/web/src'
const test = '[.]test[.]ts$'
/** Tiers of resources. A tier imports nothing of a later one; consequences carry what later ones do about it. */
const TIERS = ['accounts', 'commerce', 'guild', 'messaging', 'apps', 'games', 'administration']
/** What a resource is: imports only what other resources are. */
const data = '[/-](model|store|present|events|consequences|jobs)[.]ts$'
const rule = (name, from, to) => ({ name, severity: 'error', from, to })

export default {
  options: {
    tsPreCompilationDeps: true,
    // No rule counts the files that import one: to list them would take a fifth of the time.
    skipAnalysisNotInRules: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^packages/(web|server)/dist' },
  },
  forbidden: [
    rule('no-cycles', {}, { circular: true }),
    // Browsers load the service worker by its address.
    rule(
      'no-dead-files',
      { orphan: true, pathNot: [test, '[.]d[.]ts$', '/contract/generated/', '/public/service-worker[.]js$'] },
      {},
    ),
    rule('protocol-imports-no-one', { path: '^packages/protocol/' }, { path: '^packages/(?!protocol/)' }),
    rule(
      'client-imports-protocol-only',
      { path: '^packages/client/', pathNot: test },
      { path: '^packages/(?!client/|protocol/)' },
    ),
    rule('client-runs-in-browsers', { path: '^packages/client/src/', pathNot: test }, { dependencyTypes: ['core'] }),
    rule(
      'social-sdk-imports-client-only',
      { path: '^packages/social-sdk/src/', pathNot: test },
      { path: '^packages/(?!social-sdk/|client/|protocol/)' },
    ),
    // A page loads everything but these files of src/runtime.
    rule(
      'social-sdk-runs-in-browsers',
      {
        path: '^packages/social-sdk/src/(?!runtime/(node|loopback|launch-entry|launch-registry|ipc|ipc-candidate)[.]ts)',
        pathNot: test,
      },
      { dependencyTypes: ['core'] },
    ),
    // The platform is the other end of the wire; only commands of the terminal are clients.
    rule('only-terminal-is-a-client', { path: `${src}/(?!cli/)`, pathNot: test }, { path: '^packages/client/' }),
    rule(
      'web-imports-client-and-rpc-only',
      { path: '^packages/web/src/' },
      { path: '^packages/(?!web/src/|client/|protocol/|local-client/src/rpc/)' },
    ),
    // The floors of the web app: lib ← api, session ← gateway; lib, api ← ui; all of them ← domain ← features ← shell.
    rule('web-lib-on-the-ground', { path: `${web}/lib/` }, { path: `${web}/(?!lib/)` }),
    rule('web-transport-imports-lib', { path: `${web}/(api|session)/` }, { path: `${web}/(?!lib/|api/|session/)` }),
    rule(
      'web-gateway-imports-no-view',
      { path: `${web}/gateway/` },
      { path: `${web}/(?!lib/|api/|session/|gateway/)` },
    ),
    rule('web-ui-knows-no-domain', { path: `${web}/ui/` }, { path: `${web}/(?!lib/|api/|ui/)` }),
    rule(
      'web-domain-imports-no-feature',
      { path: `${web}/domain/` },
      { path: `${web}/(?!lib/|api/|session/|gateway/|ui/|domain/)` },
    ),
    rule(
      'web-features-import-no-feature',
      { path: `${web}/features/([^/]+)/` },
      { path: `${web}/features/`, pathNot: `${web}/features/$1/` },
    ),
    rule(
      'web-features-below-shell',
      { path: `${web}/features/` },
      { path: `${web}/(?!lib/|api/|session/|gateway/|ui/|domain/|features/)` },
    ),
    // Lazy parts too: a face exports them as lazy components.
    rule(
      'web-features-by-face',
      { path: `${web}/`, pathNot: `${web}/features/` },
      { path: `${web}/features/`, pathNot: `${web}/features/[^/]+/index[.]ts$` },
    ),
    rule('web-shell-below-routes', { path: `${web}/shell/` }, { path: `${web}/[^/]+$` }),
    rule(
      'rpc-runs-in-browsers',
      { path: '^packages/local-client/src/rpc/', pathNot: test },
      { path: '^packages/(?!protocol/|local-client/src/rpc/)' },
    ),
    rule(
      'rpc-imports-no-node',
      { path: '^packages/local-client/src/rpc/', pathNot: test },
      { dependencyTypes: ['core'] },
    ),
    rule(
      'kernel-imports-protocol-only',
      { path: `${src}/kernel/`, pathNot: test },
      { path: `${src}/(?!kernel/|validation/)` },
    ),
    rule(
      'libraries-import-no-domain',
      { path: `${src}/(media|validation)/`, pathNot: test },
      { path: `${src}/(access|resources|transports|adapters|world)/` },
    ),
    rule(
      'access-imports-data-only',
      { path: `${src}/access/`, pathNot: test },
      { path: `${src}/(resources|transports|adapters|world)/`, pathNot: data },
    ),
    rule(
      'resources-import-no-transport',
      { path: `${src}/resources/`, pathNot: test },
      { path: `${src}/(transports|adapters|world)/` },
    ),
    rule('resources-in-tiers', { path: `${src}/resources/(?!(${TIERS.join('|')})/)` }, { path: `${src}/` }),
    ...TIERS.slice(0, -1).map((tier, index) =>
      rule(
        `${tier}-below-later-tiers`,
        { path: `${src}/resources/${tier}/`, pathNot: test },
        { path: `${src}/resources/(${TIERS.slice(index + 1).join('|')})/` },
      ),
    ),
    rule('terminal-on-top', { path: `${src}/(?!cli/)` }, { path: `${src}/cli/` }),
    rule(
      'only-terminal-imports-platform',
      { path: `${src}/(?!cli/|platform/)`, pathNot: test },
      { path: `${src}/platform/` },
    ),
    rule(
      'only-platform-imports-adapters',
      { path: `${src}/`, pathNot: [`${src}/(platform|adapters)/`, test] },
      { path: `${src}/adapters/` },
    ),
    rule(
      'adapters-import-no-domain',
      { path: `${src}/adapters/`, pathNot: test },
      { path: `${src}/(access|resources|transports|world)/` },
    ),
    rule(
      'transports-import-no-other-transport',
      { path: `${src}/transports/([^/]+)/`, pathNot: test },
      { path: `${src}/transports/[^/]+/`, pathNot: `${src}/transports/$1/` },
    ),
    rule(
      'neighbours-by-index',
      { path: `${src}/resources/([^/]+/[^/]+)/` },
      { path: `${src}/resources/`, pathNot: [`${src}/resources/($1/|[^/]+/[^/]+/index[.]ts$)`, data] },
    ),
    rule(
      'transports-by-index',
      { path: `${src}/(transports|world)/`, pathNot: test },
      { path: `${src}/resources/`, pathNot: '/index[.]ts$' },
    ),
    rule(
      'data-imports-data',
      { path: data, pathNot: [`${src}/(kernel|access|platform)/`, '/operations/'] },
      { path: [`${src}/resources/.*/(rules|requests|index)[.]ts$`, `${src}/resources/.*/(actions|operations)/`] },
    ),
    rule(
      'rules-import-no-action',
      { path: `${src}/resources/.*/(rules|requests)[.]ts$` },
      { path: `${src}/resources/.*/(actions|operations)/` },
    ),
    rule(
      'actions-import-no-operation',
      { path: `${src}/resources/.*/actions/`, pathNot: test },
      { path: `${src}/resources/.*/operations/` },
    ),
    rule(
      'sql-in-stores',
      {
        path: `${src}/`,
        pathNot: ['[/-]store[.]ts$', `${src}/(kernel|adapters|migrations)/`, test],
      },
      { path: `${src}/kernel/store/statement[.]ts$` },
    ),
    // Assertions are pure: presenters use them for states that cannot occur.
    rule(
      'rules-are-pure',
      { path: '[/-](rules|present)[.]ts$' },
      { dependencyTypes: ['core'], pathNot: '^assert/strict$' },
    ),
    rule('rules-load-nothing', { path: '[/-](rules|present)[.]ts$' }, { path: '[/-]store[.]ts$' }),
  ],
}
