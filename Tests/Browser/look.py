"""Opens a page of migcheck in Chromium, uses it as a reader does, and prints what was seen as JSON.

usage: look.py PAGE; ends with 77 where no browser can be driven.
"""

import json
import pathlib
import sys

try:
    from selenium import webdriver
    from selenium.webdriver.common.by import By
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service
except ImportError:
    sys.exit(77)

page = pathlib.Path(sys.argv[1]).resolve().as_uri()


def browser(script=True):
    options = Options()
    for argument in [
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
        "--window-size=430,900",
    ]:
        options.add_argument(argument)
    options.binary_location = "/usr/bin/chromium"
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    if not script:
        options.add_experimental_option(
            "prefs", {"profile.managed_default_content_settings.javascript": 2})
    return webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))


def shown(driver):
    return sum(item.is_displayed() for item in driver.find_elements(By.CSS_SELECTOR, "article"))


def click(driver, selector):
    element = driver.find_element(By.CSS_SELECTOR, selector)
    driver.execute_script("arguments[0].scrollIntoView({block: 'center'}); arguments[0].click()",
                          element)


seen = {}
driver = browser()
try:
    driver.get(page)
    seen["title"] = driver.title
    seen["findings"] = shown(driver)
    seen["images"] = len(driver.find_elements(By.CSS_SELECTOR, "img, iframe, object, embed"))
    seen["scripts"] = len(driver.find_elements(By.CSS_SELECTOR, "script"))
    seen["overflow"] = driver.execute_script(
        "return document.documentElement.scrollWidth > document.documentElement.clientWidth")
    if driver.find_elements(By.CSS_SELECTOR, "#filter"):
        boxes = driver.find_elements(By.CSS_SELECTOR, "#filter input[name=check]")
        for box in boxes:
            box.click()
        seen["afterUncheckingAll"] = shown(driver)
        click(driver, "#all")
        seen["afterShowingAll"] = shown(driver)
        driver.find_element(By.CSS_SELECTOR, "#text").send_keys("no such words")
        seen["afterNonsense"] = shown(driver)
        click(driver, "#all")
        if driver.find_elements(By.CSS_SELECTOR, "a[data-findings]"):
            click(driver, "a[data-findings]")
            seen["afterCell"] = shown(driver)
    before = driver.execute_script("return getComputedStyle(document.body).backgroundColor")
    click(driver, "#theme")
    after = driver.execute_script("return getComputedStyle(document.body).backgroundColor")
    seen["themeChanged"] = before != after
    seen["errors"] = [entry["message"] for entry in driver.get_log("browser")]
finally:
    driver.quit()

driver = browser(script=False)
try:
    driver.get(page)
    seen["withoutScript"] = shown(driver)
finally:
    driver.quit()

print(json.dumps(seen))
