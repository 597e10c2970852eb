import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { RELEASES } from '../src/releases.ts'
import { VERSION } from '../src/version.ts'
import * as sdk from './support/sdk.ts'

interface Release {
  version: string
  date: string
  patches: { version: string; date: string }[]
}

const file = new URL('../releases.json', import.meta.url)
const releases = JSON.parse(readFileSync(file, 'utf8')) as Release[]
const MONTHS = ['04', '07', '11']

/** Returns what is wrong with a file of releases. */
function faults(list: readonly Release[]): string[] {
  const dated = list.flatMap(({ version, date, patches, ...extra }, index) => [
    ...(MONTHS.includes(date.slice(5, 7)) ? [] : [`${version} is not of April, July or November`]),
    ...Object.keys(extra).map((key) => `${version} has the field ${key}`),
    ...patches.flatMap((patch) => [
      ...Object.keys(patch)
        .filter((key) => key !== 'version' && key !== 'date')
        .map((key) => `${patch.version} has the field ${key}`),
      ...(patch.version.startsWith(`${version}.`) ? [] : [`${patch.version} is no patch of ${version}`]),
      // A fix for a version that was out of support on its day.
      ...(list.filter((later) => later.date <= patch.date).length - index > 5 ? [`${patch.version} is too old`] : []),
    ]),
  ])
  return [...dated, ...(list.some(({ date }, index) => date < (list[index - 1]?.date ?? '')) ? ['not in order'] : [])]
}

test('[VER-22] [VER-24] [VER-27] releases.json keeps to the policy', () => {
  assert.deepEqual(faults(releases), [])
  const years = Object.groupBy(releases, ({ date }) => date.slice(0, 4))
  for (const [year, minors] of Object.entries(years)) assert.ok((minors?.length ?? 0) <= 3, year)
  const withPatch = (version: string, patch: object) =>
    releases.map((release) =>
      release.version === version ? { ...release, patches: [patch as { version: string; date: string }] } : release,
    )
  assert.deepEqual(faults(withPatch('1.5', { version: '1.5.1', date: '2026-08-01' })), ['1.5.1 is too old'])
  assert.deepEqual(faults(withPatch('1.6', { version: '1.6.1', date: '2026-08-01' })), [])
  assert.deepEqual(faults(withPatch('1.10', { version: '1.10.1', date: '2026-08-01', consoleSupport: ['x'] })), [
    '1.10.1 has the field consoleSupport',
  ])
})

test('[VER-23] [VER-25] [VER-26] supportStatus knows the five newest minor versions of a day', () => {
  const august = new Date('2026-08-01')
  for (const version of ['1.6', '1.7', '1.8', '1.9', '1.10', '1.6.2'])
    assert.equal(sdk.supportStatus(version, august), 'supported', version)
  for (const version of ['1.5', '1.4', '1.0']) assert.equal(sdk.supportStatus(version, august), 'eol', version)
  for (const version of ['1.11', '2.0', 'x']) assert.equal(sdk.supportStatus(version, august), 'unknown', version)
  assert.equal(sdk.supportStatus('1.10', new Date('2026-07-27')), 'unknown')
  assert.equal(sdk.supportStatus('1.5', new Date('2026-07-27')), 'supported')
})

test('the version of the Client is the newest one of releases.json', () => {
  const newest = releases.at(-1)
  assert.deepEqual(
    releases.map(({ version, date }) => ({ version, date })),
    RELEASES,
  )
  const [major, minor, patch] = [
    sdk.Client.GetVersionMajor(),
    sdk.Client.GetVersionMinor(),
    sdk.Client.GetVersionPatch(),
  ]
  assert.deepEqual([major, minor], [1, 10])
  assert.equal(newest?.version, `${major}.${minor}`)
  assert.equal(newest?.patches.at(-1)?.version, `${major}.${minor}.${patch}`)
  assert.equal(sdk.Client.GetVersionHash(), VERSION.hash)
})
