import { nodesOfTests } from './nodes-of-tests.ts'

/**
 * Returns options of a test that holds for one node: what it is about, each node has for itself, or several nodes do
 * not have. It is skipped where platforms are several nodes.
 */
export function onlyOneNode(reason: string): { readonly skip: string | false } {
  return { skip: nodesOfTests() > 1 ? `several nodes: ${reason}` : false }
}
