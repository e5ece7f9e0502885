/**
 * A text of up to 134 bytes as a QR code: version 6, level L, mask 0 (ISO/IEC 18004). One size is enough here, and every
 * reader takes any mask. Rows of dark and light.
 */
export function qrCode(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > mostBytes) throw new RangeError(`A QR code of this size holds ${mostBytes} bytes`);
  const grid = blank();
  write(grid, interleaved(dataWords(bytes)));
  return grid.map((row) => row.map((cell) => cell === true));
}

const mostBytes = 134;
const size = 41;
const words = 136;
const blockWords = 68;
const checkWords = 18;

type Cell = boolean | undefined;

function dataWords(bytes: Uint8Array): number[] {
  const bits: number[] = [];
  const put = (value: number, count: number) => {
    for (let bit = count - 1; bit >= 0; bit--) bits.push((value >>> bit) & 1);
  };
  // Mode "bytes", how many, and they themselves.
  put(4, 4);
  put(bytes.length, 8);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, words * 8 - bits.length));
  while (bits.length % 8 > 0) bits.push(0);
  const data: number[] = [];
  for (let at = 0; at < bits.length; at += 8)
    data.push(bits.slice(at, at + 8).reduce((value, bit) => value * 2 + bit, 0));
  for (let pad = 0xec; data.length < words; pad ^= 0xec ^ 0x11) data.push(pad);
  return data;
}

/** Two blocks, their words in turn, then their check words in turn. */
function interleaved(data: number[]): number[] {
  const blocks = [data.slice(0, blockWords), data.slice(blockWords)];
  const inTurn = (lists: number[][]) =>
    (lists[0] ?? []).flatMap((_, at) => lists.map((list) => list[at] ?? 0));
  return [...inTurn(blocks), ...inTurn(blocks.map(checkOf))];
}

/** Reed-Solomon over GF(256) with 0x11d. */
function checkOf(block: number[]): number[] {
  const generator = Array.from({ length: checkWords }, (_, at) => at).reduce<number[]>(
    (polynomial, power) => {
      const root = powerOfTwo(power);
      return [...polynomial, 0].map((value, at) => value ^ times(polynomial[at - 1] ?? 0, root));
    },
    [1],
  );
  const rest = [...block, ...Array<number>(checkWords).fill(0)];
  for (let at = 0; at < block.length; at++) {
    const lead = rest[at] ?? 0;
    for (const [offset, value] of generator.entries())
      rest[at + offset] = (rest[at + offset] ?? 0) ^ times(value, lead);
  }
  return rest.slice(block.length);
}

function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ (product >>> 7 === 1 ? 0x11d : 0);
    if (((b >>> bit) & 1) === 1) product ^= a;
  }
  return product;
}

const powerOfTwo = (power: number): number =>
  Array.from({ length: power }).reduce<number>((value) => times(value, 2), 1);

/** The parts that are the same in every code of this size; undefined where data goes. */
function blank(): Cell[][] {
  const grid: Cell[][] = Array.from({ length: size }, () => Array<Cell>(size).fill(undefined));
  const set = (row: number, column: number, isDark: boolean) => {
    const line = grid[row];
    if (line && column >= 0 && column < size) line[column] = isDark;
  };
  const square = (row: number, column: number, reach: number, isDark: (ring: number) => boolean) => {
    for (let y = -reach; y <= reach; y++)
      for (let x = -reach; x <= reach; x++)
        set(row + y, column + x, isDark(Math.max(Math.abs(x), Math.abs(y))));
  };
  for (let at = 8; at < size - 8; at++) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const)
    square(row, column, 4, (ring) => ring < 2 || ring === 3);
  square(34, 34, 2, (ring) => ring !== 1);
  // Level L and mask 0, with their own check bits, written twice.
  const format = 0b111011111000100;
  const bit = (at: number) => ((format >>> at) & 1) === 1;
  for (let at = 0; at < 6; at++) set(at, 8, bit(at));
  set(7, 8, bit(6));
  set(8, 8, bit(7));
  set(8, 7, bit(8));
  for (let at = 9; at < 15; at++) set(8, 14 - at, bit(at));
  for (let at = 0; at < 8; at++) set(8, size - 1 - at, bit(at));
  for (let at = 8; at < 15; at++) set(size - 15 + at, 8, bit(at));
  set(size - 8, 8, true);
  return grid;
}

/** Up and down in columns of two, from the right, past the vertical line of time marks. */
function write(grid: Cell[][], all: number[]): void {
  let at = 0;
  let isUp = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right--;
    for (let step = 0; step < size; step++) {
      const row = isUp ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        const line = grid[row];
        if (!line || line[column] !== undefined) continue;
        const isSet = (((all[at >>> 3] ?? 0) >>> (7 - (at & 7))) & 1) === 1;
        line[column] = isSet !== ((row + column) % 2 === 0);
        at++;
      }
    }
    isUp = !isUp;
  }
}
