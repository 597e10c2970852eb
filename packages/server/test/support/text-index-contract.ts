/** Guarantees of every text index; part of the suite that each store runs. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Store } from '../../src/kernel/store/store.ts'
import type { TextPage, TextSearch } from '../../src/kernel/store/text-index.ts'

const SEARCH: TextSearch = { scope: { group: 1n, also: [] }, phrases: [], gap: 2, any: [], none: [] }
const PAGE: TextPage = { order: 'newest', limit: 10, offset: 0, totalMax: 100 }
const TEXTS: Record<string, { group: bigint; place: bigint; words: string; marks: string }> = {
  1: { group: 1n, place: 10n, words: 'the quick brown fox', marks: 'c_1 h_file' },
  2: { group: 1n, place: 20n, words: 'a brown quick a b c fox', marks: 'c_2' },
  3: { group: 1n, place: 20n, words: 'straße 東 京 はな', marks: 'c_2 c_3' },
  4: { group: 1n, place: 30n, words: '', marks: 'c_3' },
  5: { group: 2n, place: 90n, words: 'the quick brown fox', marks: 'c_9' },
}

export function textIndexContract(opened: () => Store): void {
  const find = async (search: Partial<TextSearch>, page: Partial<TextPage> = {}) => {
    const whole = [
      { ...SEARCH, ...search },
      { ...PAGE, ...page },
    ] as const
    const { ids, total } = await opened().read((session) => session.texts.find(...whole))
    return `${ids.join(' ')} of ${total}`
  }

  test('texts are found by words, nearness, scope and marks, and by nothing that is no term', async () => {
    await opened().transaction((session) =>
      session.texts.put(
        Object.entries(TEXTS).map(([id, { words, marks, ...where }]) => ({
          id: BigInt(id),
          ...where,
          words: words.split(' ').filter((word) => word !== ''),
          marks: marks.split(' '),
        })),
      ),
    )
    const cases: [search: Partial<TextSearch>, found: string][] = [
      [{}, '4 3 2 1 of 4'],
      [{ phrases: ['fox'] }, '2 1 of 2'],
      [{ phrases: ['quick', 'fox'] }, '1 of 1'],
      [{ phrases: ['quick', 'fox'], gap: 3 }, '2 1 of 2'],
      [{ phrases: ['fox', 'quick'], gap: 1 }, '1 of 1'],
      [{ phrases: ['quick brown'] }, '1 of 1'],
      [{ phrases: ['brown quick', 'fox'], gap: 3 }, '2 of 1'],
      [{ phrases: ['a', 'a'] }, '2 of 1'],
      [{ phrases: ['fo'] }, ' of 0'],
      [{ phrases: ['straße'] }, '3 of 1'],
      [{ phrases: ['東 京'] }, '3 of 1'],
      [{ phrases: ['京 東'] }, ' of 0'],
      [{ any: [['c_2'], ['c_3']] }, '3 of 1'],
      [{ any: [['c_1', 'c_3']] }, '4 3 1 of 3'],
      [{ any: [[]] }, ' of 0'],
      [{ none: ['h_file', 'c_3'] }, '2 of 1'],
      [{ phrases: ['fox'], any: [['c_1', 'c_2']], none: ['h_file'] }, '2 of 1'],
      [{ scope: { group: 2n, also: [] } }, '5 of 1'],
      [{ scope: { group: 2n, also: [] }, phrases: ['quick'] }, '5 of 1'],
      [{ scope: { group: 1n, except: [20n], also: [] } }, '4 1 of 2'],
      [{ scope: { group: 1n, except: [20n], also: [] }, phrases: ['fox'] }, '1 of 1'],
      [{ scope: { group: 1n, except: [20n, 30n], also: ['c_3'] } }, '4 3 1 of 3'],
      [{ scope: { group: 1n, except: [20n], also: ['c_2'] }, phrases: ['fox'] }, '2 1 of 2'],
      [{ scope: { group: 1n, except: [], also: [] } }, '4 3 2 1 of 4'],
      [{ scope: { group: 1n, only: [10n, 30n], also: [] } }, '4 1 of 2'],
      [{ scope: { group: 1n, only: [10n], also: ['c_2'] }, any: [['c_3']] }, '3 of 1'],
      [{ scope: { group: 1n, only: [], also: ['c_2'] }, phrases: ['fox'] }, '2 of 1'],
      [{ scope: { group: 1n, only: [], also: [] } }, ' of 0'],
      [{ after: 1n, before: 4n }, '3 2 of 2'],
    ]
    for (const [search, found] of cases) assert.equal(await find(search), found, JSON.stringify(search, String))
    for (const hostile of ['"', "'", 'a OR b)', 'a*', 'a & b', '', ' ', 'c_1']) {
      await assert.rejects(find({ phrases: [hostile] }), /Not a phrase/)
    }
    await assert.rejects(find({ none: ["x'"] }), /Not a mark/)
  })

  test('messages outside of the scope are passed over, whatever their number', async () => {
    const many = Array.from({ length: 30 }, (_, n) => ({
      id: BigInt(100 + n),
      group: n % 15 === 0 ? 3n : 4n,
      place: n === 0 ? 40n : 50n,
      words: ['owl'],
      marks: [],
    }))
    await opened().transaction((session) => session.texts.put(many))
    // Few are counted, so that the walk through matches elsewhere ends early.
    const page = { totalMax: 3 }
    const search = { phrases: ['owl'] }
    assert.equal(await find({ ...search, scope: { group: 3n, also: [] } }, page), '115 100 of 2')
    assert.equal(await find({ ...search, scope: { group: 3n, except: [50n], also: [] } }, page), '100 of 1')
    assert.equal(await find({ ...search, scope: { group: 3n, only: [40n], also: [] } }, page), '100 of 1')
    assert.equal(await find({ ...search, scope: { group: 4n, also: [] } }, page), '129 128 127 of 3')
    await opened().transaction((session) => session.texts.remove(many.map(({ id }) => id)))
  })

  test('texts come in pages, both ways, counted as far as asked', async () => {
    const cases: [page: Partial<TextPage>, found: string][] = [
      [{ limit: 2 }, '4 3 of 4'],
      [{ limit: 2, offset: 2 }, '2 1 of 4'],
      [{ offset: 4 }, ' of 4'],
      [{ order: 'oldest', limit: 2, offset: 1 }, '2 3 of 4'],
      [{ totalMax: 3 }, '4 3 2 of 3'],
    ]
    for (const [page, found] of cases) assert.equal(await find({}, page), found, JSON.stringify(page))
  })

  test('a text that is put again takes the place of the old one, and what is removed is gone', async () => {
    const texts = opened()
    await texts.transaction((session) =>
      session.texts.put([
        { id: 1n, group: 1n, place: 10n, words: ['over'], marks: [] },
        { id: 1n, group: 1n, place: 10n, words: ['slow'], marks: [] },
      ]),
    )
    assert.equal(await find({ phrases: ['quick'] }), '2 of 1')
    assert.equal(await find({ phrases: ['over'] }), ' of 0')
    assert.equal(await find({ phrases: ['slow'] }), '1 of 1')
    const failing = texts.transaction(async (session) => {
      await session.texts.remove([1n])
      throw new Error('not committed')
    })
    await assert.rejects(failing, /not committed/)
    assert.equal(await find({ phrases: ['slow'] }), '1 of 1')
    await texts.transaction((session) => session.texts.remove([1n, 2n, 77n]))
    assert.equal(await find({}), '4 3 of 2')
  })
}
