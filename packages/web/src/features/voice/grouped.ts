/** Returns digits in groups of five with spaces between. */
export function grouped(digits: string): string {
  return digits.replace(/\d{5}(?=\d)/g, '$& ')
}
