/** What the kernel may rely on of every text index; part of the suite that each store runs. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Store } from '../src/kernel/store/store.ts'
import type { TextPage, TextSearch } from '../src/kernel/store/text-index.ts'

const SEARCH: TextSearch = { phrases: [], gap: 2, scope: { of: ['g_1'], except: [], also: [] }, any: [], none: [] }
const PAGE: TextPage = { order: 'newest', limit: 10, offset: 0, totalMax: 100 }
const TEXTS: Record<string, { words: string; marks: string }> = {
  1: { words: 'the quick brown fox', marks: 'g_1 c_1 h_file' },
  2: { words: 'a brown quick a b c fox', marks: 'g_1 c_2' },
  3: { words: 'straße 東 京 はな', marks: 'g_1 c_2 c_3' },
  4: { words: '', marks: 'g_1 c_3' },
  5: { words: 'the quick brown fox', marks: 'g_2 c_9' },
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
        Object.entries(TEXTS).map(([id, { words, marks }]) => ({
          id: BigInt(id),
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
      [{ scope: { of: ['g_1'], except: ['c_2'], also: [] } }, '4 1 of 2'],
      [{ scope: { of: ['g_1'], except: ['c_2'], also: ['c_3', 'g_2'] } }, '5 4 3 1 of 4'],
      [{ scope: { of: [], except: ['c_2'], also: ['c_2'] } }, '3 2 of 2'],
      [{ scope: { of: [], except: [], also: [] } }, ' of 0'],
      [{ after: 1n, before: 4n }, '3 2 of 2'],
    ]
    for (const [search, found] of cases) assert.equal(await find(search), found, JSON.stringify(search, String))
    for (const hostile of ['"', "'", 'a OR b)', 'a*', 'a & b', '', ' ', 'c_1']) {
      await assert.rejects(find({ phrases: [hostile] }), /Not a phrase/)
    }
    await assert.rejects(find({ none: ["x'"] }), /Not a mark/)
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
        { id: 1n, words: ['over'], marks: ['g_1'] },
        { id: 1n, words: ['slow'], marks: ['g_1'] },
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
