#!/usr/bin/env node
// node check.mjs MAIL.txt ...: the rules of this pack, as far as a machine can tell. It needs Node 18 and nothing else.
import { readFileSync } from 'node:fs';

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error('Name the mails: node check.mjs first.txt second.txt');
  process.exit(2);
}

const worn = /\b(just following up|circling back|touch base|quick call|hop on a call|synerg\w*|game.changer|I hope this (?:e-?mail )?finds you|to whom it may concern|reaching out|leverage|cutting.edge)\b/gi;
const say = (line) => process.stdout.write(`${line}\n`);
const counts = (text, pattern) => [...text.matchAll(pattern)].length;

let isClean = true;
for (const file of files) {
  const text = readFileSync(file, 'utf8');
  const subject = /^subject:[ \t]*(.*)$/im.exec(text)?.[1] ?? null;
  const body = text.replace(/^subject:.*$/im, '').trim();
  const words = counts(body, /[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu);
  const links = counts(body, /https?:\/\/|www\./gi);
  const questions = counts(body, /\?(?=\s|$)/g);
  const asWell = (subject ?? '') + '\n' + body;
  const found = [
    words > 90 && `${words} words; cut it to 90`,
    words < 15 && `${words} words; say who you are and what you saw`,
    links > 1 && `${links} links; one at most, and none in the first mail`,
    questions === 0 && 'no question; end with one that takes one word',
    questions > 1 && `${questions} questions; keep the one that matters`,
    ...[...new Set(asWell.match(/\{\{[^}]*\}\}/g) ?? [])].map((blank) => `${blank} is still blank`),
    ...[...new Set(asWell.match(worn) ?? [])].map((phrase) => `"${phrase}" is what everybody writes`),
    subject !== null && subject.length > 60 && `a subject of ${subject.length} letters; a phone shows 40`,
    subject !== null && /[A-Z]{4,}|!/.test(subject) && 'a subject that shouts',
    /<img|<a |<html/i.test(body) && 'HTML; plain text only',
  ].filter(Boolean);
  if (found.length > 0) isClean = false;
  say(found.length === 0 ? `${file}: fine, ${words} words` : `${file}:`);
  for (const line of found) say(`  - ${line}`);
}
process.exit(isClean ? 0 : 1);
