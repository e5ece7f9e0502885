import { accountWords } from './words.ts';

/**
 * Why a new password will not do, or null. Its length the contract checks; here stands what attackers try first: a
 * common word or two, however they are capitalised, spelled with digits, repeated or dressed with digits and signs.
 */
export function passwordProblem(
  password: string,
  person: { email?: string; displayName?: string } = {},
  /** What this hub is called, and its address: the first that is tried here. */
  names: readonly string[] = [],
): string | null {
  const plain = password.normalize('NFKC').toLowerCase();
  if (isCommon(plain)) return accountWords.passwordCommon;
  const own = [person.email, person.email?.split('@')[0], person.displayName].map((text) =>
    letters(text ?? ''),
  );
  if (isMadeOfNames(plain, names)) return accountWords.passwordIsHub;
  if (own.some((text) => text.length >= 4 && letters(plain) === text)) return accountWords.passwordIsName;
  return null;
}

/** A name of the hub with little beside it, such as "Devpreneur-2026!". */
function isMadeOfNames(plain: string, names: readonly string[]): boolean {
  const words = names
    .flatMap((name) => [name, ...name.split(/[^\p{L}\d]+/u)])
    .map(letters)
    .filter((word) => word.length >= 4)
    .sort((a, b) => b.length - a.length);
  return [letters(plain), letters(unLeet(plain))].some((text) => {
    const rest = words.reduce((left, word) => left.replaceAll(word, ''), text);
    return rest !== text && rest.length < 6;
  });
}

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}]/gu, '');

function isCommon(plain: string): boolean {
  if (new Set(plain).size < 4 || isRun(plain) || letters(plain) === 'correcthorsebatterystaple') return true;
  const core = plain.replace(/^\P{L}+|(?<!\P{L})\P{L}+$/gu, '');
  // A date, a telephone number: fewer than sixteen signs without a letter.
  if (core === '') return plain.length < 16;
  return [plain, core, unLeet(plain), unLeet(core), unLeet(plain).replace(/(?<!\P{L})\P{L}+$/u, '')].some(
    isMadeOfCommonWords,
  );
}

/** One common word, or two of them, or one repeated. */
function isMadeOfCommonWords(text: string): boolean {
  const words = text.split(/\P{L}+/u).filter(Boolean);
  if (words.length <= 2 && words.every((word) => common().has(word))) return true;
  for (let cut = 3; cut <= text.length - 3; cut++) {
    if (common().has(text.slice(0, cut)) && common().has(text.slice(cut))) return true;
  }
  return /^(.{1,8})\1+.{0,2}$/.test(text);
}

const unLeet = (text: string): string =>
  text.replace(
    /[013457@$!|]/g,
    (sign) =>
      ({ '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i', '|': 'l' })[
        sign
      ] ?? sign,
  );

const rows = [
  '1234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'abcdefghijklmnopqrstuvwxyz',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol',
  '1q2w3e4r5t6y7u8i9o0p',
  'azertyuiop',
  'qwertzuiop',
  'qazwsxedcrfvtgbyhnujm',
  '0147258369',
  '7894561230',
];

/** A walk over the keyboard or the alphabet, forwards or backwards, perhaps several in a row. */
function isRun(text: string): boolean {
  let rest = text.replace(/(?<![^\p{L}\d])[^\p{L}\d]+$/u, '');
  while (rest.length >= 3) {
    const step = longestRun(rest);
    if (step < 3) return false;
    rest = rest.slice(step);
  }
  return true;
}

function longestRun(text: string): number {
  let longest = 0;
  for (const row of rows) {
    for (const way of [row + row, [...(row + row)].reverse().join('')]) {
      let length = Math.min(text.length, way.length);
      while (length > longest && !way.includes(text.slice(0, length))) length--;
      longest = Math.max(longest, length);
    }
  }
  return longest;
}

let known: Set<string> | undefined;
// Built at the first question, not at import.
const common = (): Set<string> => (known ??= new Set(words.split(' ')));

/** The stems of the lists that leak: with digits, signs, capitals and pairs they stand for hundreds of thousands. */
const words =
  'password passwort passw pass word motdepasse contrasena senha parola wachtwoord haslo secret secreto geheim private letmein letme trustno openup opensesame login logon signin sign access admin administrator adminadmin root toor user username guest test testing tester demo default changeme change temp temporary welcome welcom hello hallo hola bonjour hi hey qwerty qwertz azerty qwe asd zxc qaz wsx abc abcd abcdef asdf asdfgh zxcv iloveyou iloveu ilove loveyou love lover lovely loveme mylove lovelove teamo jetaime sweet sweetheart sweetie honey darling baby babygirl babyboy angel angels princess prince queen king kingdom princesa sunshine sunflower sunny sun shine moon star stars starlight starwars startrek rainbow flower flowers rose butterfly butterflies dragon dragons dragonball monkey monkeys tiger tigger lion wolf bear eagle eagles falcon hawk shark dolphin dolphins panther jaguar mustang horse pony bunny rabbit kitty kitten cat cats dog dogs doggy puppy fish chicken duck turtle snake spider superman batman spiderman ironman hulk wolverine joker thor avengers marvel pokemon pikachu naruto goku sasuke mario luigi zelda sonic minecraft roblox fortnite warcraft starcraft diablo halo counter strike counterstrike callofduty playstation nintendo xbox gamer games gaming game player football baseball basketball soccer hockey tennis volleyball softball golf golfer cricket swimming surfing skate skater skateboard boxing wrestling liverpool arsenal chelsea manchester united city barcelona madrid realmadrid juventus milan bayern dortmund benfica porto celtic rangers yankees lakers cowboys steelers packers raiders redsox patriots broncos bulls michael michelle jennifer jessica jordan joshua daniel david robert thomas george charlie andrew matthew anthony william james john johnny jonathan joseph christopher christian alexander alexandra alexis alex nicole natasha amanda ashley brandon brittany samantha sarah stephanie elizabeth victoria vanessa veronica patricia patrick rebecca rachel richard ronaldo messi maria marina martin martina mercedes melissa michaela gabriel gabriela isabella isabelle sophie sophia sebastian francisco fernando alejandro carlos carolina claudia daniela eduardo jesus jasmine justin kimberly katherine kristina lauren danielle heather hannah harley maggie buster bailey ginger pepper peanut cookie cookies cupcake chocolate vanilla strawberry cherry apple apples banana orange lemon peach mango coffee cheese pizza burger bacon butter sugar candy sweets pancake tinkerbell mickey mickeymouse minnie mouse donald disney cinderella snoopy garfield simpson homer bart spongebob patrickstar barbie elmo bambi simba nemo shrek pumpkin halloween christmas summer winter spring autumn january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday london paris berlin newyork america american england english france french germany german brasil brazil mexico canada india pakistan australia russia china japan texas california florida chicago boston dallas denver austin phoenix vegas hawaii jamaica africa europe ferrari porsche lamborghini bmw audi honda toyota yamaha kawasaki suzuki ducati corvette camaro chevrolet chevy ford nissan mazda subaru volvo jeep dodge viper turbo racing racer driver computer internet network server system windows microsoft google facebook instagram twitter youtube whatsapp snapchat linkedin myspace yahoo hotmail gmail iphone samsung android apple macbook linux ubuntu oracle cisco router database mysql postgres website webmaster master masters hacker matrix cyber digital company office business manager director boss security secure safety money dollar dollars million millionaire rich bitcoin crypto lucky luck freedom liberty heaven hell devil satan demon god jesuschrist christ jesuslove bless blessed blessing faith hope grace family mother father mommy daddy mummy mama papa mom dad sister brother friend friends bestfriend forever always together happy happiness smile smiley laugh life live music metal metallica slipknot nirvana beatles eminem beyonce guitar drummer piano rock rockstar hiphop rapper dance dancer dancing singer movie movies hollywood magic magical wizard merlin gandalf hobbit frodo potter harrypotter hogwarts dumbledore twilight vampire zombie ninja samurai warrior knight soldier army marine marines navy military police fire fireman firefighter hunter hunting fishing fisherman ranger sniper killer killme murder death dead dark darkness shadow ghost phantom mystery thunder lightning storm hurricane ocean river mountain nature forest blue green purple pink black white silver gold golden yellow red orange sexy sexygirl hottie cutie beautiful pretty gorgeous perfect fuckyou fuckme fuckoff fuck bitch asshole pussy shithead bullshit whatever nothing something anything everything noname unknown nobody superstar super supergirl superuser hero heroes legend champion winner number one two three first last diamond crystal jewel ruby emerald platinum titanium pearl passwords mypassword yourpassword thepassword newpassword nopassword oldpassword myspace mysecret mylife myself my your the new this is not me you it ok yes no correct battery staple horse monster monsters creative student teacher school college university doctor nurse lawyer engineer scooter scooby casper rocky rambo rusty shelby sparky spike smokey snowball snowflake snow snowboard snowman sammy sandra scorpion scorpio gemini taurus virgo libra aquarius pisces capricorn sagittarius leo cancer aries devpreneur hub';
