/** Returns of how many nodes each platform of a test is made. */
export function nodesOfTests({ GUILDHALL_TEST_NODES: count = '1' }: NodeJS.ProcessEnv = process.env): number {
  return Number(count)
}
