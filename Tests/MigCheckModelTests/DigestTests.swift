import MigCheckText
import Testing

@Suite("SHA-2") struct DigestTests {
  private func hex(_ bytes: [UInt8]) -> String { Hexadecimal.text(bytes) }

  @Test(
    "the hashes are those that FIPS 180-4 gives as examples",
    arguments: [
      (
        "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce"
          + "47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e"
      ),
      (
        "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
          + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
      ),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
        "204a8fc6dda82f0a0ced7beb8e08a41657c16ef468b228a8279be331a703c335"
          + "96fd15c13b1b07f9aa1d3bea57789ca031ad85c7a71dd70354ec631238ca3445"
      ),
    ])
  func examples(text: String, short: String, long: String) {
    #expect(hex(SHA256.hash(Array(text.utf8))) == short)
    #expect(hex(SHA512.hash(Array(text.utf8))) == long)
  }

  @Test("a hash of parts is that of the whole, at every length around a block")
  func parts() {
    for count in 0...200 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
      var hash = SHA256()
      for start in stride(from: 0, to: count, by: 13) {
        hash.update(bytes[start..<min(start + 13, count)])
      }
      #expect(hash.finalize() == SHA256.hash(bytes), "\(count)")
    }
  }
}
