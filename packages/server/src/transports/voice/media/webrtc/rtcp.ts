import type { RtcpPacket } from './feedback.ts'

const SENDER_REPORT = 200
/** Header, SSRC, times and counts of a sender report, without report blocks. */
const SENDER_REPORT_BYTES = 28
const VERSION_2 = 0x80

/** Returns the SSRC of a sender report, and the middle of its time; undefined for another packet. */
export function readSenderReport({ type, bytes }: RtcpPacket): { ssrc: number; time: number } | undefined {
  if (bytes.length < SENDER_REPORT_BYTES || type !== SENDER_REPORT) return undefined
  return { ssrc: bytes.readUInt32BE(4), time: bytes.readUInt32BE(10) }
}

/**
 * Returns a sender report as others receive it: with the SSRC of the server, and without report blocks, which are about
 * streams that others do not have.
 */
export function senderReportFor({ bytes }: RtcpPacket, ssrc: number): Buffer {
  const report = Buffer.from(bytes.subarray(0, SENDER_REPORT_BYTES))
  report.writeUInt8(VERSION_2, 0)
  report.writeUInt16BE(SENDER_REPORT_BYTES / 4 - 1, 2)
  report.writeUInt32BE(ssrc, 4)
  return report
}
