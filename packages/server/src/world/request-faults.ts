import type { ErrorTree, Faults } from '@guildhall/protocol'
import { type FaultList, pathTo } from './faults.ts'

/** Keys of the file, by the field of a request with the same content; null where the file has no such level. */
type Renamed = Readonly<Record<string, string | null>>

/** Adds the faults that the rules of a resource found in a part of a world file, at its path. */
export function addFieldFaults(found: Faults, path: string, faults: FaultList, renamed: Renamed = {}): void {
  const addTree = (tree: ErrorTree, at: string): void => {
    for (const [field, entry] of Object.entries(tree)) {
      const key = Object.hasOwn(renamed, field) ? renamed[field] : field
      if (Array.isArray(entry)) for (const { message } of entry) faults.add(at, message)
      else addTree(entry, key == null ? at : pathTo(at, /^\d+$/.test(key) ? Number(key) : key))
    }
  }
  if (found.any) addTree(found.toJSON(), path)
}
