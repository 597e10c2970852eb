import type { SkuTable } from '../../../kernel/store/account-tables.ts'

/** Item that an application sells. */
export type StoredSku = { readonly [K in keyof SkuTable]: SkuTable[K] }

/** Returns the URL slug of a name: its Latin letters and digits, joined by dashes. */
export function slugOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  return words?.join('-') ?? 'sku'
}
