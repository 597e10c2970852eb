const src = '^packages/server/src'
const rule = (name, from, to) => ({ name, severity: 'error', from, to })

export default {
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
  },
  forbidden: [
    rule('no-cycles', {}, { circular: true }),
    rule('no-dead-files', { orphan: true, pathNot: '[.]test[.]ts$' }, {}),
    rule('protocol-imports-no-one', { path: '^packages/protocol/' }, { path: '^packages/(?!protocol/)' }),
    rule('kernel-knows-no-resource', { path: `${src}/kernel/` }, { path: `${src}/(resources|world|doors|adapters)/` }),
    rule('resources-know-no-door', { path: `${src}/resources/` }, { path: `${src}/(world|doors|adapters)/` }),
    rule(
      'neighbours-by-index',
      { path: `${src}/resources/([^/]+)/` },
      { path: `${src}/resources/`, pathNot: `${src}/resources/($1/|[^/]+/index[.]ts$)` },
    ),
    rule(
      'doors-by-index',
      { path: `${src}/(doors|world)/.*(?<![.]test)[.]ts$` },
      { path: `${src}/resources/`, pathNot: '/index[.]ts$' },
    ),
    // Assertions are pure: presenters use them for states that cannot occur.
    rule(
      'rules-are-pure',
      { path: '/(rules|present)[.]ts$' },
      { dependencyTypes: ['core'], pathNot: '^assert/strict$' },
    ),
    rule('rules-load-nothing', { path: '/(rules|present)[.]ts$' }, { path: '/store[.]ts$' }),
  ],
}
