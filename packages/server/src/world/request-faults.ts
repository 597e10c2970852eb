import type { ErrorTree, Faults } from '@guildhall/protocol'
import { type FaultList, pathTo } from './faults.ts'

/** Adds the faults that the rules of a resource found in a part of a world file, at its path. */
export function addFieldFaults(found: Faults, path: string, faults: FaultList): void {
  if (found.any) addTree(found.toJSON(), path, faults)
}

function addTree(tree: ErrorTree, path: string, faults: FaultList): void {
  for (const [key, entry] of Object.entries(tree)) {
    if (!Array.isArray(entry)) addTree(entry, pathTo(path, /^\d+$/.test(key) ? Number(key) : key), faults)
    else for (const { message } of entry) faults.add(path, message)
  }
}
