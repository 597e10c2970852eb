import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ALL_PERMISSIONS, Permission, timedOutPermissions, type Verdict } from '@guildhall/protocol'
import type { Prompt } from './documents.ts'
import { countedChannels, maySeeWelcomeScreen, mayShapeOnboarding, meetsRequirements, unanswered } from './rules.ts'

const said = (verdict: Verdict) => (verdict.ok ? 'ok' : verdict.error)
const { MANAGE_GUILD, MANAGE_ROLES, ADMINISTRATOR } = Permission

test('who shapes onboarding', () => {
  const cases = [
    ['owner or administrator', ALL_PERMISSIONS, 'ok'],
    ['both permissions', MANAGE_GUILD | MANAGE_ROLES, 'ok'],
    ['MANAGE_GUILD alone', MANAGE_GUILD, 'MISSING_PERMISSIONS'],
    ['MANAGE_ROLES alone', MANAGE_ROLES, 'MISSING_PERMISSIONS'],
    ['all but these', ALL_PERMISSIONS & ~ADMINISTRATOR & ~MANAGE_ROLES, 'MISSING_PERMISSIONS'],
    ['timed out', timedOutPermissions(MANAGE_GUILD | MANAGE_ROLES), 'MISSING_PERMISSIONS'],
    ['a timed-out administrator', timedOutPermissions(ALL_PERMISSIONS), 'ok'],
  ] as const
  for (const [name, permissions, expected] of cases) assert.equal(said(mayShapeOnboarding(permissions)), expected, name)
})

test('who sees the welcome screen', () => {
  const on = { community: true, enabled: true, there: true }
  const cases = [
    ['a member, on', 0n, on, 'ok'],
    ['a member, off', 0n, { ...on, enabled: false }, 'MISSING_PERMISSIONS'],
    ['a manager, off', MANAGE_GUILD, { ...on, enabled: false }, 'ok'],
    ['a manager, not written', MANAGE_GUILD, { ...on, there: false }, 'UNKNOWN_GUILD_WELCOME_SCREEN'],
    ['the owner, no community', ALL_PERMISSIONS, { ...on, community: false }, 'UNKNOWN_GUILD_WELCOME_SCREEN'],
  ] as const
  for (const [name, permissions, screen, expected] of cases)
    assert.equal(said(maySeeWelcomeScreen(permissions, screen)), expected, name)
})

const option = (id: bigint, channel_ids: bigint[] = []) => ({
  id,
  title: 'x',
  description: '',
  emoji: { id: null, name: null, animated: false },
  role_ids: [],
  channel_ids,
})
const prompt = (fields: Partial<Prompt>): Prompt => ({
  id: 1n,
  type: 0,
  title: 'x',
  single_select: false,
  required: false,
  in_onboarding: true,
  options: [option(1n, [7n]), option(2n, [8n])],
  ...fields,
})

test('what an enabled onboarding needs: 7 channels, 5 to write to', () => {
  const cases = [
    [{ channels: 7, writable: 5 }, { before: false, after: true }, 'ok'],
    [{ channels: 6, writable: 6 }, { before: false, after: true }, 'CANNOT_ENABLE_ONBOARDING'],
    [{ channels: 7, writable: 4 }, { before: false, after: true }, 'CANNOT_ENABLE_ONBOARDING'],
    [{ channels: 6, writable: 6 }, { before: true, after: true }, 'CANNOT_UPDATE_ONBOARDING'],
    [{ channels: 0, writable: 0 }, { before: true, after: false }, 'ok'],
    [{ channels: 0, writable: 0 }, { before: false, after: false }, 'ok'],
  ] as const
  for (const [counted, enabled, expected] of cases)
    assert.equal(said(meetsRequirements(counted, enabled)), expected, JSON.stringify([counted, enabled]))
})

test('questions count towards channels in the advanced mode, if they are asked when joining', () => {
  const of = (mode: number, in_onboarding: boolean) =>
    countedChannels({ mode, default_channel_ids: [1n, 7n], prompts: [prompt({ in_onboarding })] })
  assert.deepEqual(of(0, true), [1n, 7n])
  assert.deepEqual(of(1, true), [1n, 7n, 8n])
  assert.deepEqual(of(1, false), [1n, 7n])
})

test('which questions are not answered', () => {
  const cases = [
    [{}, [], 0],
    [{ required: true }, [], 1],
    [{ required: true, in_onboarding: false }, [], 0],
    [{ required: true }, [2n], 0],
    [{ single_select: true }, [1n, 2n], 1],
    [{}, [1n, 2n], 0],
  ] as const
  for (const [fields, chosen, expected] of cases)
    assert.equal(unanswered([prompt(fields)], chosen).length, expected, JSON.stringify(fields))
})
