import { ConcurrencyLimit } from '../kernel/queues.ts'

/** Pixels decoded at a time: those of the largest picture that is decoded at all. */
export const PIXELS_MAX = 8192 * 8192
/** Pictures that may wait to be decoded. */
const WAITING_MAX = 64

/**
 * Limits the pixels that the process decodes at a time; the weight of a task is its picture's pixels. A decoded
 * picture takes up to four bytes per pixel and its encoder as much again, so memory follows pixels, not the number of
 * pictures. All platforms of a process share the limit, because they share its memory.
 */
export const processPixels = new ConcurrencyLimit({ total: PIXELS_MAX, waitingMax: WAITING_MAX })
