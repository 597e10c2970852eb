import type { Catalogue } from './text.ts'

/** A catalogue as it is sent: texts in the order of their keys, and the distances between the keys. */
export interface PackedCatalogue {
  readonly texts: readonly string[]
  /** Each key less the one before it, in base 36, with spaces between them. */
  readonly steps: string
}

const BASE = 36

/** Packs a catalogue: distances between sorted keys compress to two thirds of the keys themselves. */
export function packCatalogue(catalogue: Catalogue): PackedCatalogue {
  const entries = [...catalogue].sort(([one], [other]) => one - other)
  const steps = entries.map(([key], index) => (key - (entries[index - 1]?.[0] ?? 0)).toString(BASE))
  return { texts: entries.map(([, text]) => text), steps: steps.join(' ') }
}

/** Returns the catalogue that was packed. */
export function unpackCatalogue({ texts, steps }: PackedCatalogue): Catalogue {
  let key = 0
  return new Map(
    steps.split(' ').map((step, index) => {
      key += Number.parseInt(step, BASE)
      return [key, texts[index] ?? '']
    }),
  )
}
