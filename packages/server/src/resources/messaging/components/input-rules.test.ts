import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ButtonStyle, ComponentType, Faults, type SelectObject } from '@guildhall/protocol'
import { faultsIn } from '../../../../test/support/faults-in.ts'
import { checkButton, checkSelect } from './input-rules.ts'
import { newWalk } from './walk.ts'

function faultsOfButton(button: object): string[] {
  const faults = new Faults()
  const checked = checkButton({ ...button }, newWalk(faults), ['button'])
  assert.equal(checked === null, faults.any)
  return faultsIn(faults)
}

function faultsOfSelect(
  type: SelectObject['type'],
  select: object,
  container: 'message' | 'modal' = 'message',
): string[] {
  const faults = new Faults()
  const checked = checkSelect({ custom_id: 's', ...select }, type, container, newWalk(faults), ['select'])
  assert.equal(checked === null, faults.any)
  return faultsIn(faults)
}

test('checkButton demands the fields of a style, and refuses those of another', () => {
  const { PRIMARY, LINK, PREMIUM } = ButtonStyle
  const cases: [object, string[]][] = [
    [{ style: PRIMARY, custom_id: 'b', label: 'B' }, []],
    [{ style: PRIMARY, custom_id: 'b' }, ['button.label BASE_TYPE_REQUIRED']],
    [{ style: PRIMARY, label: 'B' }, ['button.custom_id BASE_TYPE_REQUIRED']],
    [{ style: PRIMARY, custom_id: 'b', label: 'B', url: 'https://a.example' }, ['button.url BASE_TYPE_CHOICES']],
    [{ style: PRIMARY, custom_id: 'b', label: 'B', sku_id: '1' }, ['button.sku_id BASE_TYPE_CHOICES']],
    [{ style: LINK, url: 'discord://app', label: 'B' }, []],
    [{ style: LINK, url: 'javascript:alert(1)', label: 'B' }, ['button.url URL_TYPE_INVALID_URL']],
    [{ style: LINK, label: 'B' }, ['button.url BASE_TYPE_REQUIRED']],
    [{ style: PREMIUM, sku_id: '1' }, []],
    [{ style: PREMIUM, sku_id: '1', label: 'B' }, ['button.sku_id BASE_TYPE_CHOICES']],
    [{ style: PREMIUM }, ['button.sku_id BASE_TYPE_REQUIRED']],
  ]
  for (const [button, faults] of cases) assert.deepEqual(faultsOfButton(button), faults, JSON.stringify(button))
})

test('checkSelect refuses equal values, too many defaults, and a minimum over the maximum', () => {
  const { STRING_SELECT } = ComponentType
  const a = { label: 'A', value: 'a', default: true }
  const b = { label: 'B', value: 'b', default: true }
  assert.deepEqual(faultsOfSelect(STRING_SELECT, { options: [a, b], max_values: 2 }), [])
  assert.deepEqual(faultsOfSelect(STRING_SELECT, { options: [a, a] }), [
    'select.options.1.value SELECT_COMPONENT_OPTION_VALUE_DUPLICATED',
  ])
  assert.deepEqual(faultsOfSelect(STRING_SELECT, { options: [a, b] }), [
    'select.options SELECT_COMPONENT_TOO_MANY_DEFAULTS',
  ])
  assert.deepEqual(faultsOfSelect(STRING_SELECT, { options: [a], min_values: 2 }), [
    'select.min_values NUMBER_TYPE_MAX',
  ])
})

test('[MOD-13] checkSelect refuses a disabled select in a modal, and a required one without a minimum', () => {
  const { USER_SELECT } = ComponentType
  assert.deepEqual(faultsOfSelect(USER_SELECT, { disabled: true }), [])
  assert.deepEqual(faultsOfSelect(USER_SELECT, { disabled: true }, 'modal'), [
    'select.disabled COMPONENT_DISABLED_IN_MODAL',
  ])
  assert.deepEqual(faultsOfSelect(USER_SELECT, { min_values: 0 }, 'modal'), ['select.min_values NUMBER_TYPE_MIN'])
  assert.deepEqual(faultsOfSelect(USER_SELECT, { min_values: 0, required: false }, 'modal'), [])
})

test('checkSelect accepts distinct default values of its type, within its bounds', () => {
  const { USER_SELECT, MENTIONABLE_SELECT } = ComponentType
  const user = { id: '1', type: 'user' }
  const role = { id: '2', type: 'role' }
  assert.deepEqual(faultsOfSelect(MENTIONABLE_SELECT, { default_values: [user, role], max_values: 2 }), [])
  assert.deepEqual(faultsOfSelect(USER_SELECT, { default_values: [role] }), [
    'select.default_values.0.type BASE_TYPE_CHOICES',
  ])
  assert.deepEqual(faultsOfSelect(USER_SELECT, { default_values: [user, user], max_values: 2 }), [
    'select.default_values.1 SET_TYPE_ALREADY_CONTAINS_VALUE',
  ])
  assert.deepEqual(faultsOfSelect(USER_SELECT, { default_values: [user, { ...user, id: '3' }] }), [
    'select.default_values BASE_TYPE_BAD_LENGTH',
  ])
})
