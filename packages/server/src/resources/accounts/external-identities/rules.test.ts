import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError, ApplicationFlag, Faults, PROFILE_DATA_MAX_BYTES } from '@guildhall/protocol'
import type { ExternalIdentity } from './model.ts'
import { checkImages, demandDeletable, demandSmallData, mayKeepProfiles, profileTarget, storedData } from './rules.ts'

const identity = (fields: Partial<ExternalIdentity>): ExternalIdentity =>
  ({
    application_id: 1n,
    provider_type: 'OIDC',
    provider_id: 'https://id.example',
    provider_issued_user_id: 'a',
    user_id: 10n,
    created_at: 0,
    preferred_global_name: null,
    username: null,
    profile_data: null,
    ...fields,
  }) as ExternalIdentity
const faultOf = (code: string) => (error: unknown) =>
  error instanceof ApiError && error.code === 50035 && JSON.stringify(error.faults).includes(code)

for (const [name, flags, ok] of [
  ['a game', ApplicationFlag.SOCIAL_LAYER_INTEGRATION, true],
  ['a game without approval', ApplicationFlag.SOCIAL_LAYER_INTEGRATION_LIMITED, true],
  ['an application that is no game', 0n, false],
  ['a bot with a privileged intent', ApplicationFlag.GATEWAY_GUILD_MEMBERS, false],
] as const) {
  test(`[STA-1] ${name} may ${ok ? '' : 'not '}keep profiles`, () => {
    assert.equal(mayKeepProfiles({ flags }).ok, ok)
  })
}

test('[END-62] statistics may have 10 KB as they were sent, and not a byte more', () => {
  const ofBytes = (bytes: number) => 'x'.repeat(bytes - '""'.length)
  demandSmallData(ofBytes(PROFILE_DATA_MAX_BYTES))
  assert.throws(() => demandSmallData(ofBytes(PROFILE_DATA_MAX_BYTES + 1)), faultOf('PROFILE_DATA_TOO_LARGE'))
  assert.throws(() => demandSmallData('é'.repeat(PROFILE_DATA_MAX_BYTES / 2)), faultOf('PROFILE_DATA_TOO_LARGE'))
})

for (const [url, isValid] of [
  ['https://cdn.example/a.png', true],
  ['http://cdn.example/a.png', true],
  ['HTTPS://cdn.example/a.png', true],
  ['ftp://cdn.example/a.png', false],
  ['javascript:alert(1)', false],
  ['data:image/png;base64,AA==', false],
  ['//cdn.example/a.png', false],
  ['a.png', false],
  ['', false],
] as const) {
  test(`an image at "${url}" is ${isValid ? 'accepted' : 'refused'}, in both parts of the data`, () => {
    const faults = new Faults()
    const dynamic = [{ type: 3, name: 'badge', value: { url } }]
    checkImages({ primary: { hero: { url } }, dynamic } as Parameters<typeof checkImages>[0], faults)
    const found = isValid ? [] : ['dynamic', 'primary']
    assert.deepEqual(Object.keys((faults.toJSON().data ?? {}) as object).sort(), found)
  })
}

test('keys that are null are not stored', () => {
  assert.deepEqual(storedData({ primary: { level: 3, rank: null } } as never), { primary: { level: 3 } })
  assert.deepEqual(storedData({} as never), {})
})

test('[STA-8] a profile is written for an identity of the user, or for a first one', () => {
  const own = [identity({ provider_issued_user_id: 'a' })]
  assert.deepEqual(profileTarget(10n, 'a', { own, others: [] }), { kind: 'stored', identity: own[0] })
  assert.deepEqual(profileTarget(10n, 'a', { own: [], others: [] }), { kind: 'new' })
  const foreign = { own: [], others: [identity({ user_id: 11n })] }
  assert.throws(() => profileTarget(10n, 'a', foreign), faultOf('APPLICATION_IDENTITY_EXISTS'))
  assert.throws(() => profileTarget(10n, 'b', { own, others: [] }), faultOf('APPLICATION_IDENTITY_MISMATCH'))
})

test('the last identity that links an account is kept, and profiles do not count', () => {
  const linking = identity({})
  const profile = identity({ provider_type: 'NONE', provider_issued_user_id: 'p' })
  assert.throws(() => demandDeletable(linking, [linking, profile]), faultOf('APPLICATION_IDENTITY_LAST'))
  demandDeletable(profile, [linking, profile])
  demandDeletable(linking, [linking, identity({ provider_issued_user_id: 'b' })])
})
