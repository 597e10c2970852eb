/** A column of a result, as the driver describes it. Expressions have no declared type: they are counts and sums. */
export interface Column {
  readonly name: string
  readonly type: string | null
}

/** Makes the object of a row from the values of its columns. */
export type RowBuilder = (values: readonly unknown[]) => object

/**
 * Returns the function that makes row objects for one statement, in which every integer is read as a bigint.
 *
 * The function is compiled from the names of the columns, because an object literal costs a third of an object that is
 * filled key by key. Names reach it as quoted strings, so that none of them is read as code.
 */
export function rowBuilder(columns: readonly Column[]): RowBuilder {
  const fields = columns.map(({ name, type }, index) => `${JSON.stringify(name)}: ${conversion(type, `v[${index}]`)}`)
  return new Function('number', 'bigint', `return (v) => ({ ${fields.join(', ')} })`)(
    safeNumber,
    wholeBigint,
  ) as RowBuilder
}

/** Returns the expression that converts a value to the type of its column, as `Store` states it. */
function conversion(declared: string | null, value: string): string {
  if (declared === 'BIGINT') return `typeof ${value} === 'number' ? bigint(${value}) : ${value}`
  if (declared === null || declared === 'INTEGER') return `typeof ${value} === 'bigint' ? number(${value}) : ${value}`
  if (declared === 'DOUBLE PRECISION') return `typeof ${value} === 'bigint' ? Number(${value}) : ${value}`
  return value
}

/** Returns a number for a safe integer, and other integers unchanged. */
function safeNumber(value: bigint): bigint | number {
  return value <= Number.MAX_SAFE_INTEGER && value >= Number.MIN_SAFE_INTEGER ? Number(value) : value
}

function wholeBigint(value: number): bigint {
  return BigInt(value)
}
