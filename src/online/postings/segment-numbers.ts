/** Numbers of documents of a posting segment: [k * segmentNumbers, (k + 1) * segmentNumbers). */
export const segmentNumbers = 65_536
