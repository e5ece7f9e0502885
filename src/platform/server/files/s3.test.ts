import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { s3Server } from '#testing/s3-server.ts';
import { openS3Files, sign } from './s3.ts';

const text = (words: string) => new TextEncoder().encode(words);
const quick = { retryMs: 1 };

test('a request is signed as in AWS’s own documentation', () => {
  const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  const headers = {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': empty,
    'x-amz-date': '20130524T000000Z',
  };
  expect(
    sign({
      method: 'GET',
      path: '/test.txt',
      headers,
      hash: empty,
      time: '20130524T000000Z',
      scope: '20130524/us-east-1/s3/aws4_request',
      secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    }),
  ).toBe('f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41');
});

test('a stored file has its size, is returned unchanged, and is gone after delete', async () => {
  const storage = await s3Server();
  const files = openS3Files(storage.address(), quick);
  expect(await files.has('products/ab/abc')).toBe(false);
  expect(await files.get('products/ab/abc')).toBeNull();
  await files.put('products/ab/abc', text('hello'));
  expect([...storage.objects.keys()]).toEqual(['/bucket/hub/products/ab/abc']);
  const found = await files.get('products/ab/abc');
  expect(found?.bytes).toBe(5);
  const before = storage.asked.length;
  const stream = found!.stream();
  expect((await buffer(stream)).toString()).toBe('hello');
  expect(storage.asked.slice(before)).toEqual(['GET /bucket/hub/products/ab/abc']);
  await files.delete('products/ab/abc');
  expect(await files.has('products/ab/abc')).toBe(false);
  await files.delete('products/ab/abc');
});

test('a large stream arrives complete; an interrupted one leaves the previous file', async () => {
  const storage = await s3Server();
  const files = openS3Files(storage.address(), quick);
  async function* many() {
    for (let n = 0; n < 200; n++) yield text(String(n % 10).repeat(10_000));
  }
  await files.put('one', many());
  expect((await files.get('one'))?.bytes).toBe(2_000_000);
  expect(storage.objects.get('/bucket/hub/one')?.subarray(-2).toString()).toBe('99');
  async function* broken() {
    yield text('sec');
    throw new Error('the line was cut');
  }
  await expect(files.put('one', broken())).rejects.toThrow('the line was cut');
  expect((await files.get('one'))?.bytes).toBe(2_000_000);
});

test('a faltering storage is retried; one that refuses or keeps failing is an error', async () => {
  const storage = await s3Server();
  const files = openS3Files(storage.address(), quick);
  storage.fails('503', 'cut', '503');
  await files.put('one', text('hello'));
  expect((await files.get('one'))?.bytes).toBe(5);
  storage.fails('503', '503', '503', '503');
  await expect(files.put('one', text('other'))).rejects.toThrow('responded to PUT one with 503 (SlowDown)');
  await expect(openS3Files(storage.address('wrong'), quick).put('one', text('x'))).rejects.toThrow(
    'with 403 (SignatureDoesNotMatch)',
  );
  expect(storage.objects.get('/bucket/hub/one')?.toString()).toBe('hello');
});

test('replaced content, or a connection cut midway, is an error, never a wrong file', async () => {
  const storage = await s3Server();
  const files = openS3Files(storage.address(), quick);
  await files.put('one', text('hello'));
  const found = await files.get('one');
  await files.put('one', text('a longer text'));
  await expect(buffer(found!.stream())).rejects.toThrow('PreconditionFailed');
  const other = await files.get('one');
  storage.fails('half');
  await expect(buffer(other!.stream())).rejects.toThrow();
});

test('a key never leads outside the bucket, and a URL without a bucket is rejected', async () => {
  const storage = await s3Server();
  const files = openS3Files(storage.address(), quick);
  for (const key of ['', '../x', 'a/../../x', 'a//b', '/x', 'a?b'])
    await expect(files.put(key, text('x')), key).rejects.toThrow(RangeError);
  expect(storage.asked).toEqual([]);
  expect(() => openS3Files(new URL('https://key:secret@s3.example'))).toThrow(RangeError);
});

test('an upload to a missing bucket or host is an error, never reported as done', async () => {
  const storage = await s3Server();
  const files = openS3Files(storage.address(), quick);
  storage.fails('404');
  await expect(files.put('one', text('hello'))).rejects.toThrow(
    'responded to PUT one with 404 (NoSuchBucket)',
  );
  await storage.close();
  await expect(files.put('one', text('hello'))).rejects.toThrow('didn’t respond to PUT one (ECONNREFUSED)');
});
