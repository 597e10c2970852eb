import { type TestStore, testStore } from './test-store.ts'

/** Options of tests that need PostgreSQL, on whatever store the other tests run. */
export const ON_POSTGRES = {
  skip: process.env.GUILDHALL_TEST_DATABASE_URL ? false : 'several nodes need PostgreSQL, and none answers',
  timeout: 60_000,
}

/** Returns an empty database that several nodes of a test use. */
export async function clusterStore(): Promise<TestStore & { readonly databaseUrl: string }> {
  const store = await testStore({ ...process.env, GUILDHALL_TEST_STORE: 'postgres' })
  return { ...store, databaseUrl: store.databaseUrl ?? '' }
}
