import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Handle, handle, handleOf } from './handle.ts'
import { nullOf } from './wrapper.ts'

interface PlaceView {
  readonly id: bigint
}

const fields = handle<PlaceView>({ id: 0n })

class Place extends Handle<PlaceView> {
  static readonly nullobj: Place = nullOf(Place)

  constructor(other: Place) {
    super(fields, other)
  }

  Id(): bigint {
    return fields.view(this).id
  }
}

test('a handle shows what is known now, and its copy shows the same', () => {
  let known: PlaceView | null = { id: 1n }
  const place = handleOf(Place, () => known)
  const copy = new Place(place)
  known = { id: 2n }
  assert.deepEqual([place.Id(), copy.Id(), copy.valid], [2n, 2n, true])
  known = null
  assert.deepEqual([place.Id(), copy.Id(), place.valid, copy.toBoolean()], [0n, 0n, false, false])
  assert.deepEqual([Place.nullobj.Id(), Place.nullobj.valid], [0n, false])
})

test('a handle has no public constructor', () => {
  assert.throws(() => new (Place as unknown as new () => Place)(), TypeError)
})
